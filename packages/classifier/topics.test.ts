import { expect, test } from 'vitest'
import { fieldWeight } from './concept-shares.ts'
import { featuresOf } from './message-features.ts'
import { mailWith } from './testing/messages.ts'
import { stemsOf } from './tokenize.ts'
import { TOPIC_NAMES, topicSimilarity, topicsOfMessage, topicsOfPhrase } from './topics.ts'

const topicsOf = (subject: string, text = '') => {
  const { stems, spelling } = featuresOf(mailWith({ subject, text, from: '' }))
  return topicsOfMessage(stems, spelling, fieldWeight)
}
const likeness = (description: string, subject: string, text = '') =>
  topicSimilarity(topicsOf(subject, text), topicsOfPhrase([...stemsOf(description)]))

test.each([
  ['everything about the car', 'Your MOT is due', 'Book your vehicle inspection at the garage.'],
  ['kids and school', 'Parents’ evening on Thursday', 'Please sign the permission slip for the school trip.'],
  ['Autokram', 'Termin in der Werkstatt', 'Die Hauptuntersuchung und der Reifenwechsel sind erledigt.'],
  ['Versicherungen', 'Ihre Autoversicherung', 'Der Beitrag wird angepasst.'],
  ['ma santé', 'Votre rendez-vous chez le médecin', 'Pensez à votre carte vitale et à votre ordonnance.'],
  ['viajes', 'Su vuelo está confirmado', 'Tarjeta de embarque y equipaje.'],
  ['viajes', 'Nueva hora de salida', 'Tu autobús sale a las 7:15.'],
  ['voyages', 'Nouvel horaire de départ', 'Votre autocar part à 7h15.'],
  ['bestellingen', 'Je pakket is onderweg', 'Volg je zending; de bezorger komt vandaag.'],
])('a message has the topic of its folder, “%s”, and not of another: %s', (description, subject, text) => {
  expect(likeness(description, subject, text)).toBeGreaterThan(0.5)
  expect(likeness('tennis', subject, text)).toBeLessThan(0)
})

test('a message without known words has every topic alike', () => {
  const topics = topicsOf('Qwfp zxcv')
  expect(Math.max(...topics)).toBeCloseTo(1 / TOPIC_NAMES.length)
  expect(topicSimilarity(topics, topicsOfPhrase([...stemsOf('invoices')]))).toBeCloseTo(0)
})

test('the topics have different names', () => expect(new Set(TOPIC_NAMES).size).toBe(TOPIC_NAMES.length))
