import { expect, test } from 'vitest'
import { dependsOnSender, findSigns } from './looks-like-answer.ts'

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
const signsOf = (
  { subject, sender = 'desk@firm.example', headers = {} }: { subject: string; sender?: string; headers?: object },
  {
    own = 'robin@home.example',
    original = forward.subject,
    text = 'Hello.',
    files = [] as string[],
    later = [] as (typeof forward)[],
  } = {},
) =>
  findSigns(
    [...later, { ...forward, subject: original }],
    {
      subject,
      from: { address: sender, name: '' },
      receivedAt: at(60),
      text,
      headers: { ...headers },
      attachmentNames: files,
      hasAttachments: false,
    },
    { now: at(61), ownAddresses: [own] },
  )

test.each([
  ['FW: Spring offer [Ticket 1]', true, true],
  ['Re: Spring offer', true, true],
  ['[#4712] Spring offer', true, true],
  ['Your request was received', false, true],
  ['Case 4712: broken printer', false, true],
  ['Spring offer: approved', false, true],
  ['Progress of the spring offer at our desk', false, true],
  ['Spring offer', false, true],
  ['Lunch', false, false],
])('%j of the recipient’s organization answers, a colleague’s: %s, another’s: %s', (subject, ofColleague, ofOther) => {
  const isAnswer = (own: string): boolean => signsOf({ subject }, { own }).isAnswer
  expect([isAnswer('robin@mail.firm.example'), isAnswer('robin@home.example')]).toEqual([ofColleague, ofOther])
})

const ids = { 'in-reply-to': '<other@x.example>' }
const ownId = { 'in-reply-to': '<AM0PR04@AM0PR04.eurprd04.prod.outlook.com>' }
test.each([
  ['Re: Spring offer', {}, 'Spring offer', true],
  ['Re: Spring offer', ids, 'Spring offer', true],
  ['Re: Spring offer', ids, 'Re: Spring offer', false],
  // It answers another email of the user with the same subject.
  ['Re: Spring offer', ownId, 'Spring offer', false],
  ['Spring offer (Ticket 5)', {}, 'Spring offer', true],
  ['Spring offer: approved', {}, 'Spring offer', false],
  ['A new spring offer for case 5', {}, 'Spring offer', false],
])('%j of another sender with %j answers %j: %s', (subject, headers, original, isAnswer) => {
  expect(signsOf({ subject, sender: 'max@partner.example', headers }, { original }).isAnswer).toBe(isAnswer)
})

test.each([
  ['We received your request', 'Hello.', {}, true],
  ['From the desk', 'Thank you for contacting us.', {}, true],
  // A person replies to another email.
  ['Windows', 'Thank you for your message. We can come on Tuesday.', ids, false],
  // What it quotes confirms something.
  ['Re: We received your request', 'Hello.', {}, false],
])('%j with the text %j and %j confirms receipt: %s', (subject, text, headers, confirms) => {
  expect(signsOf({ subject, sender: 'max@partner.example', headers }, { text }).confirms).toBe(confirms)
})

test.each([
  ['Vielen Dank für Ihre Anfrage. Anbei unser Angebot.', ['offer.pdf'], false],
  ['Merci pour votre demande. Le prix est de 120 €.', [], false],
  ['Gracias por su consulta. ¿Cuándo podemos llamarle?', [], false],
  ['I will be out of the office on Friday. Can we meet on Thursday?', [], false],
  ['Bedankt voor uw bericht. Meer op https://firm.example/?page=1', [], true],
  ['This is an automatic reply. Is it urgent? Call us.', [], true],
])('%j with the files %j confirms receipt: %s', (text, files, confirms) => {
  expect(signsOf({ subject: 'Garden', sender: 'info@partner.example' }, { text, files }).confirms).toBe(confirms)
})

test.each([
  [[], true],
  [['invoice.pdf'], false],
])('the same subject again after that of another sender, with the files %j, answers: %s', (files, isAnswer) => {
  const later = [{ ...forward, sender: 'shop@partner.example' }]
  const email = { subject: forward.subject, sender: 'shop@partner.example' }
  expect(signsOf(email, { files, later }).isAnswer).toBe(isAnswer)
})

test.each([
  ['robin@mail.firm.example', false],
  ['robin@home.example', true],
])('where the user is %s, a report of absence from firm.example confirms receipt: %s', (own, confirms) => {
  const email = { subject: 'Tomorrow', sender: 'eve@firm.example' }
  expect(signsOf(email, { own, text: 'Ich bin morgen nicht im Büro.' }).confirms).toBe(confirms)
})

test('a reply to an email of the user that thanks for it answers no forward', () => {
  const email = { subject: 'Re: Spring offer', sender: 'max@partner.example', headers: ownId }
  expect(signsOf(email, { text: 'Thank you for your message. It fits.' }).isAnswer).toBe(false)
})

const earlier = (subject: string) => [{ subject, processedAt: at(0) }]
test.each([
  [true, 0, [], true],
  [true, 0, earlier('Lunch'), true],
  [true, 0, earlier('Ticket 5'), false],
  [false, 2, [], false],
  [false, 3, [], true],
  [false, 9, earlier('Lunch'), false],
  [false, 10, earlier('Lunch'), true],
])('confirms: %s, turns: %i, earlier emails: %j → %s', (confirms, turns, known, isAnswer) => {
  const signs = { isAnswer: false, confirms, noteAfter: null, turns: Array.from({ length: turns }, () => forward) }
  expect(dependsOnSender(signs, known)).toBe(isAnswer)
})
