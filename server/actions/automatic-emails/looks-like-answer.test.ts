import { expect, test } from 'vitest'
import { isAnswerOf } from './looks-like-answer.ts'

const nothing = { quotesEmail: false, confirmsReceipt: false, chain: [], promptLength: 0 }
const turns = (count: number) => ({
  chain: Array.from({ length: count }, () => ({
    logId: '',
    address: '',
    sender: '',
    subject: '',
    countedAt: new Date(0),
    receivedAt: new Date(0),
    processedAt: new Date(0),
  })),
  promptLength: count,
})
const [unknown, known, answering] = [
  { wroteBefore: false, answeredBefore: false },
  { wroteBefore: true, answeredBefore: false },
  { wroteBefore: true, answeredBefore: true },
]

test.each([
  [nothing, unknown, false],
  [{ ...nothing, quotesEmail: true }, unknown, true],
  [{ ...nothing, quotesEmail: true }, known, false],
  [{ ...nothing, quotesEmail: true }, answering, true],
  [{ ...nothing, confirmsReceipt: true }, unknown, false],
  [{ ...nothing, confirmsReceipt: true }, answering, true],
  [{ ...nothing, ...turns(2) }, unknown, false],
  [{ ...nothing, ...turns(3) }, unknown, true],
  [{ ...nothing, ...turns(3) }, answering, true],
  [{ ...nothing, ...turns(9) }, known, false],
  [{ ...nothing, ...turns(10) }, known, true],
  [{ ...nothing, ...turns(10), promptLength: 9 }, known, false],
])('case %#', (evidence, history, isAnswer) => {
  expect(isAnswerOf(evidence, history)).toBe(isAnswer)
})
