import { expect, test } from 'vitest'
import { quoteInstructions, quoteTopic } from './quote-instructions.ts'
import { featuresOf } from './message-features.ts'
import { folder, mailWith } from './testing/messages.ts'

const club = folder('Club', 'Letters from garden centres. Seed catalogues and my allotment club. Not the tennis club.')

test('quotes the sentence of the instructions that shares most with the message', () => {
  const mail = mailWith({ subject: 'Allotment club: watering rota' })
  expect(quoteInstructions(mail, club)).toBe('Seed catalogues and my allotment club.')
})

test('quotes nothing where only unwanted words, or none, occur in the message', () => {
  expect(quoteInstructions(mailWith({ subject: 'Tennis results' }), club)).toBeNull()
  expect(quoteInstructions(mailWith({ subject: 'Invoice 12' }), club)).toBeNull()
})

test('quotes no sentence that sends the email to another folder', () => {
  const mail = mailWith({ subject: 'Seed catalogues' })
  expect(quoteInstructions(mail, folder('Club', 'Allotment. Seed catalogues go to Reading.'))).toBeNull()
  expect(quoteInstructions(mail, folder('Reading', 'Seed catalogues go to Reading.\n'))).not.toBeNull()
})

test('quotes a part of a long sentence', () => {
  const long = folder('House', `${'boiler, roof, electrics, '.repeat(10)}meter readings`)
  expect(quoteInstructions(mailWith({ subject: 'Your meter readings' }), long)).toBe('meter readings')
})

test('names a topic by a part of a sentence, from its first word that says something', () => {
  const kids = folder('Kids', 'School of the children, and their football club')
  const match = mailWith({
    subject: 'Sunday: kick-off 10:30 away',
    text: 'Shin pads and water bottle. The pitch is wet.',
  })
  expect(quoteTopic(featuresOf(match), kids)).toBe('football club')
})
