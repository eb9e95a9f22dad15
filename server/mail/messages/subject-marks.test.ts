import { expect, test } from 'vitest'
import { answeredForwardCores, ownWordsOf, subjectAnswers, subjectCore } from './subject-marks.ts'

test.each([
  ['[Ticket #123] Re: Fwd: Offer', ['offer']],
  ['Re: FW: Offer', ['offer']],
  ['AW: [#77] WG: Angebot [extern]', ['angebot']],
  ['We got your request:  FW:  Offer', ['offer']],
  ['(Case 00042) FWD : RE: Offer {9}', ['offer']],
  ['Automatic reply: TR : Facture', ['facture']],
  ['R: I: Offerta', ['offerta']],
  ['[Request received] Fw[2]: Offer', ['offer']],
  ['Ticket 5 created: 转发：报价', ['报价']],
  ['Ynt: İLT: Teklif', ['teklif']],
  ['رد: تحويل: عرض', ['عرض']],
  ['Ответ: Пересл: Смета', ['смета']],
  ['YNT: İlt: Teklif', ['teklif']],
  ['Re: I\u0307LT: Teklif', ['teklif']],
  ['Re: ilt: Teklif', ['teklif']],
  // A forward, which answers nothing.
  ['İLT: Teklif', []],
  ['FW: Offer', []],
  ['Fwd: FW: Offer', []],
  ['[EXTERNAL] FW: Offer', []],
  ['External Email: Fwd: Offer', []],
  // Other mail.
  ['Offer', []],
  ['Re: Offer', []],
  ['[Ticket #123] Offer', []],
  ['Part I: Offer', []],
  ['Newsfwd: Offer', []],
  ['Re: FW:', []],
])('%s answers forwards of %j', (subject, cores) => {
  expect(answeredForwardCores(subject)).toEqual(cores)
})

test.each([
  ['RE: AW[2]: Your order', 'your order', true],
  ['[EXTERN] Ответ: Your order', 'your order', true],
  ['[Shop] Your  Order (5)', 'your order', false],
  ['Fwd: [Shop] Offer', 'offer', true],
  ['FW: RE: Offer', 'offer', true],
  ['WTRLT: Antw.: Offer', 'offer', true],
  ['Rép. : Offer', 'offer', true],
  ['İLT: Teklif', 'teklif', true],
  ['Re: [Ticket 1] (2)', '', true],
  ['Ｏｆｆｅｒ', 'offer', false],
])('the core of %s is %s', (subject, core, hasMark) => {
  expect(subjectCore(subject)).toEqual({ core, hasMark })
})

test.each([
  ['FW: Offer [Ticket 1]', 'forward'],
  ['Ticket 1: your email “FW: Offer” has arrived', 'forward'],
  ['Your email "Fwd: Re: Offer" was received', 'forward'],
  ['WG: Offer (Vorgang 12)', 'forward'],
  ['Re: FW: Offer - in progress', 'forward'],
  ['[#4711] Re: Offer', 'email'],
  ['AW: Offer', 'email'],
  ['We received your request (Offer)', 'email'],
  ['Eingangsbestätigung: Offer', 'email'],
  ['Votre demande « Offer » a été enregistrée', 'email'],
  ['Offer – solicitud recibida', 'email'],
  ['Fwd: Offer', 'quote'],
  ['[EXTERNAL] FW: Offer', 'quote'],
  ['[Ticket #9] Offer', 'quote'],
  ['Offer: approved', 'quote'],
  ['Offer', null],
  ['Another Offer', null],
  ['Re: Offers', null],
  ['Your Offer arrived', null],
])('%s answers an email about an offer as %s', (subject, strength) => {
  expect(subjectAnswers(subject, 'offer')).toBe(strength)
})

test('words beside a subject of more than one word', () => {
  expect(subjectAnswers('Your spring offer arrived', 'spring offer')).toBe('words')
})

test.each([
  ['Re: Your request was received', '', ''],
  ['[Ticket #1] AW: Offer [Case 2]', 'offer', '[ticket #1] [case 2]'],
  ['Request 7 received: Offer', 'offer', 'request 7 received:'],
])('the own words of %j', (subject, quotedCore, words) => {
  expect(ownWordsOf(subject, quotedCore).replace(/\s+/g, ' ').trim()).toBe(words)
})
