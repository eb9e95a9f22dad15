import { describe, expect, test } from 'vitest'
import { folder, mailWith } from '../../../packages/classifier/testing/messages.ts'
import { batchQuestion, readBatchAnswer } from './batch-question.ts'
import { sortingQuestion } from './sorting-question.ts'

const folders = [folder('Invoices'), folder('Newsletters')]
const questions = ['The apple harvest of May', 'The pear harvest of May'].map((text) =>
  sortingQuestion(mailWith({ subject: text.slice(4), text }), folders),
)
const batch = batchQuestion(questions)
const [apple, pear] = [...batch.byId].map(([mail, { reference }]) => ({ mail, reference }))
const answerOf = (about: typeof apple, quotes: string[], chosen = 'f1') => ({
  mail: about?.mail ?? '',
  reference: about?.reference ?? '',
  folder: chosen,
  confidence: 0.9,
  quotes,
})
const read = (...answers: ReturnType<typeof answerOf>[]) =>
  questions.map((question) => readBatchAnswer(batch, { answers }).get(question)?.quotes ?? null)

describe('the answers about several mails', () => {
  test('count where the reference and a quote are of this mail', () => {
    const [appleQuote, pearQuote] = [['The apple'], ['The pear']]
    expect(read(answerOf(apple, appleQuote), answerOf(pear, pearQuote))).toEqual([appleQuote, pearQuote])
  })

  test('do not count crosswise', () => {
    // With the reference of the mail that was read, and with the quote of this one.
    const crossed = [
      { ...answerOf(pear, ['The apple']), mail: apple?.mail ?? '' },
      { ...answerOf(apple, ['The pear']), mail: pear?.mail ?? '' },
    ]
    expect(read(...crossed)).toEqual([null, null])
    expect(read(answerOf(apple, ['The pear']), answerOf(pear, ['The apple']))).toEqual([null, null])
  })

  test('do not count with a short quote, or one that another mail contains as well', () => {
    expect(read(answerOf(apple, ['apple']), answerOf(pear, ['harvest of May']))).toEqual([null, null])
  })

  test('need the reference, but no quote, to leave the mail', () => {
    expect(read(answerOf(apple, [], 'leave'), { ...answerOf(pear, [], 'leave'), reference: '' })).toEqual([[], null])
  })

  test('have references that stand in their own mail only, and nowhere in the request', () => {
    const { data, user } = batch.question
    const texts = Array.isArray(data) ? data.map(({ text }) => text) : []
    expect(texts.map((text) => text.includes(apple?.reference ?? '-'))).toEqual([true, false])
    expect(user).not.toContain(apple?.reference)
  })
})
