import { expect, test } from 'vitest'
import { collectEvidence, isAnswerOf } from './looks-like-answer.ts'

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
  [{ ...nothing, quotesEmail: true, confirmsReceipt: true }, known, true],
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

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 24, 10, 0, seconds))
const forward = {
  logId: 'a',
  address: 'tom@firm.example',
  countedAt: at(0),
  sender: 'anna@customer.example',
  subject: 'Spring offer',
  receivedAt: at(0),
  processedAt: at(0),
}

test.each([
  ['FW: Spring offer [Ticket 1]', true, true],
  ['Re: Spring offer', true, true],
  ['Your request was received', true, true],
  ['[#4712] Spring offer', true, true],
  ['Case 4712: broken printer', false, true],
  ['Spring offer: approved', false, true],
  ['Spring offer', false, true],
  ['Lunch', false, false],
])('%j of the recipient’s organization answers, a colleague’s: %s, another’s: %s', (subject, ofColleague, ofOther) => {
  const email = { subject, sender: 'desk@firm.example', receivedAt: at(60), processedAt: at(61) }
  const isCertain = (own: string): boolean => collectEvidence([forward], email, [own]) === 'certain'
  expect([isCertain('robin@mail.firm.example'), isCertain('robin@home.example')]).toEqual([ofColleague, ofOther])
})
