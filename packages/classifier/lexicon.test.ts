import { expect, it } from 'vitest'
import { featuresOf } from './message-features.ts'
import { CONCEPT_COUNT, CONCEPT_NAMES, formatLexicon, readLexicon } from './lexicon.ts'
import { createModel, rank } from './model.ts'
import { conceptsOf, conceptsOfPhrase } from './concept-shares.ts'
import { folder, mailWith } from './testing/messages.ts'
import { stemsOf } from './tokenize.ts'

const likeliest = (shares: Float64Array): string | undefined => CONCEPT_NAMES[shares.indexOf(Math.max(...shares))]

it.each([
  [
    'delivery',
    'Ihre Sendung ist unterwegs',
    'Der Bote kommt morgen zwischen 10 und 12 Uhr. Sendungsverfolgung im Netz.',
  ],
  ['security', 'Votre code de connexion', 'Saisissez ce code dans les dix minutes. Ne le communiquez à personne.'],
  ['promotion', 'Alles moet weg', 'Tot zondag 40% korting op alle jassen. Shop nu.'],
  [
    'job',
    'Tu candidatura',
    'Hemos recibido tu currículum para el puesto de contable. Te llamaremos para una entrevista.',
  ],
  [
    'invoice',
    'Payment failed',
    'We could not charge your card for this month’s subscription. Update your billing details.',
  ],
])('finds the concept of a message: %s', (concept, subject, text) => {
  expect(likeliest(conceptsOf(featuresOf(mailWith({ subject, text }))).whole)).toBe(concept)
})

it.each([
  ['travel', 'Urlaub'],
  ['purchase', 'stuff I bought'],
  ['health', 'médecins et analyses'],
])('finds the concept of a folder: %s', (concept, name) => {
  expect(likeliest(conceptsOfPhrase([...stemsOf(name)]))).toBe(concept)
})

it("names a subject word of the folder's concept as a reason, although the description lacks it", () => {
  const folders = ['Reisen', 'Rechnungen', 'Verein', 'Gesundheit', 'Bank', 'Schule'].map((id) => folder(id))
  const { candidates, evidence } = rank(createModel(), mailWith({ subject: 'Boarding opens at 9' }), folders)
  expect(candidates[0]?.folderId).toBe('Reisen')
  expect(evidence.map(({ kind, label }) => `${kind} ${label}`)).toContain('concept boarding')
})

it('gives every concept the same probability for unknown words', () => {
  expect(new Set(conceptsOfPhrase([...stemsOf('Xyzzy')]))).toEqual(new Set([1 / CONCEPT_COUNT]))
})

it('reads each word with weights for existing concepts', () => {
  for (const file of ['./mail-words.txt', './folder-words.txt'])
    for (const { concepts, weights } of readLexicon(file).values()) {
      expect(concepts.every((concept) => concept >= 0 && concept < CONCEPT_COUNT)).toBe(true)
      expect(weights.every((weight) => Number.isFinite(weight) && weight !== 0)).toBe(true)
    }
  expect(formatLexicon([['parcel', { concepts: [2, 0], weights: [3.14, -0.4] }]])).toBe('parcel c31 a-4\n')
})
