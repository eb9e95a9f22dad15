import { describe, expect, it } from 'vitest'
import { emailKindOf } from './email-kinds.ts'
import { fileByContent } from './file-message.ts'
import { createModel } from './model.ts'
import { type Shape, shapesOf } from './shapes.ts'
import { folder, mailWith } from './testing/messages.ts'
import type { MessageToSort } from './types.ts'

/** With almost no word that has to be known. */
const BILL = { subject: 'Nr. 4410', text: '318,50 EUR bis 24.11.2026\nDE89 3704 0044 0532 0130 00' }
const BOOKING = { subject: 'K7QX2M', text: 'LHR → LIS 12 Dec 07:20\nLIS → LHR 19 Dec 18:05' }
const PARCEL = { subject: '1Z999AA10123456784', text: '12 Nov, 10:00–12:00' }
const INVITATION = { subject: 'Jueves 10:00', text: 'Sala 2', attachmentNames: ['cita.ics'] }
const PERSON = { from: 'lena@gmail.com', subject: 'Whitby!!' }

const shapes = (parts: Partial<MessageToSort>): Shape[] => [...shapesOf(mailWith(parts))]

describe('the shapes of a message', () => {
  it.each([
    ['£240.00 by 30 November 2026, sort code 40-12-09, account 71830224'],
    ['Bitte 1.318,50 € bis zum 24. November überweisen, DE89370400440532013000'],
    ['96,00 €, le 1er août\nFR14 2004 1010 0505 0001 3M02 606'],
    ['412 EUR, 15 de diciembre, ES91 2100 0418 4502 0005 1332 EUR 45'],
    ['€ 74,20 vóór 1 mrt op NL91 ABNA 0417 1643 00 onder vermelding van 8841'],
  ])('a bill has an account number, an amount and a date: %s', (text) => {
    expect(shapes({ text })).toEqual(['bill'])
  })

  it.each([
    ['£240.00, sort code 40-12-09, account 71830224'],
    ['30 November 2026, sort code 40-12-09, account 71830224'],
    ['£240.00 by 30 November 2026'],
    // The check digits are wrong.
    ['318,50 EUR bis 24.11.2026, DE88 3704 0044 0532 0130 00'],
  ])('a part of a bill is none: %s', (text) => expect(shapes({ text })).toEqual([]))

  it.each([
    ['K7QX2M', 'LHR → LIS 12 Dec 07:20\nLIS → LHR 19 Dec 18:05'],
    ['Buchung 4TZQ8P', '03.12.2026, zurück 7. Dezember'],
    ['Dossier QXPL7V', '14 août 09h15, 11h40'],
    ['Localizador J5RWM2', '18/12/2026 y 21/12/2026'],
    ['Boeking W2QHRV', '3 maart – 5 maart'],
  ])('a booking has its code in the subject, and dates: %s', (subject, text) => {
    expect(shapes({ subject, text })).toEqual(['booking'])
    expect(shapes({ subject: '', text: `${subject} ${text}` })).toEqual([])
    expect(shapes({ subject, text: text.slice(0, 8) })).toEqual([])
  })

  it.each(['A12345', 'EB49C1', 'M48T59', 'UPDATE', 'ABC123'])('rooms, models and numbers are no codes: %s', (subject) =>
    expect(shapes({ subject, text: BOOKING.text })).toEqual([]),
  )

  it.each([
    ['1Z999AA10123456784', 'parcel'],
    ['RR123456785PL', 'parcel'],
    ['00340434161094042557', 'parcel'],
    ['JJD000390007874351234', 'parcel'],
    ['3SABCD1234567', 'parcel'],
    // The check digits are wrong.
    ['RR123456784PL', undefined],
    ['00340434161094042556', undefined],
    ['12345678901234', undefined],
  ])('a tracking number is a parcel: %s', (number, shape) => {
    expect(shapes({ text: `→ ${number}.` })[0]).toBe(shape)
  })

  it.each<[Partial<MessageToSort>]>([
    [{ attachmentNames: ['notes.pdf', 'Termin.ICS'] }],
    [{ headers: { 'content-type': 'text/calendar; method=REQUEST' } }],
    [{ isMeeting: true }],
  ])('an invitation has a calendar part or a class of its own: %j', (parts) => {
    expect(shapes(parts)).toEqual(['calendar'])
  })

  it('a list has its headers', () => {
    expect(shapes({ ...PERSON, headers: { 'list-id': '<a.example>' } })).toEqual(['list'])
    expect(shapes({ ...PERSON, headers: { 'list-unsubscribe': '<mailto:a@a.example>' } })).toEqual(['list'])
  })

  it('a person writes to one recipient from a private address, and not by a program', () => {
    expect(shapes(PERSON)).toEqual(['person'])
    expect(shapes({ ...PERSON, from: 'lena@firm.example' })).toEqual([])
    expect(shapes({ ...PERSON, cc: ['you@example.org'] })).toEqual([])
    expect(shapes({ ...PERSON, headers: { 'auto-submitted': 'auto-replied' } })).toEqual([])
  })
})

describe('filing by shape', () => {
  const folders = [
    folder('Bills', 'Bills and payment reminders.'),
    folder('Trips', 'Flights, trains and hotels that we booked.'),
    folder('Parcels', 'Parcels that are on their way.'),
    folder('Diary', 'Appointments, meetings and invitations.'),
  ]
  const fileIn = (parts: Partial<MessageToSort>, among = folders) =>
    fileByContent(createModel(), mailWith({ from: 'a@quiet.example', ...parts }), among, 0.6)

  it.each([
    ['Bills', BILL, 'Bills and payment reminders.'],
    ['Trips', BOOKING, 'Trips'],
    ['Parcels', PARCEL, 'Parcels that are on their way.'],
    ['Diary', INVITATION, 'meetings and invitations.'],
  ])('a message without words goes where its shape is described, and its actions wait: %s', (id, parts, quoted) => {
    const { outcome, ranking } = fileIn(parts)
    expect(outcome).toBe('filed')
    expect(ranking.candidates[0]?.folderId).toBe(id)
    expect(ranking.mayBeCopied).toBe(true)
    expect(ranking.evidence).toMatchObject([{ kind: 'topic', label: quoted }])
  })

  it('a person alone is only offered', () => {
    const { outcome, ranking } = fileIn(PERSON, [...folders, folder('Family', 'Emails from family and friends.')])
    expect([outcome, ranking.candidates[0]?.folderId]).toEqual(['review', 'Family'])
  })

  it.each([
    [
      'Spendenaufruf',
      'Mit 20 EUR helfen Sie unseren Tieren. Spendenkonto DE89 3704 0044 0532 0130 00, bis 24.12.2026.',
    ],
    ['Choir: Christmas concert', 'Rehearsal on 2 December. £30 for the scores to 40-12-09 71830224 by 30 November.'],
    [
      'Training fällt aus',
      'Trikotgeld 20 EUR bis 1.12.2026 auf DE89 3704 0044 0532 0130 00. Das Spiel am Sonntag steht.',
    ],
    ['Tu donación ayuda', 'Con 25 € antes del 30/11/2026 das de comer a un niño. ES91 2100 0418 4502 0005 1332.'],
  ])('words about something else outweigh the shape: %s', (subject, text) => {
    expect(shapes({ subject, text })).toEqual(['bill'])
    expect(fileIn({ subject, text }).outcome).not.toBe('filed')
  })

  it('gives the kind of an email for Tidy up', () => {
    const kinds = [BILL, BOOKING, PARCEL].map((parts) => emailKindOf(mailWith({ from: 'a@quiet.example', ...parts })))
    expect(kinds).toEqual(['bills', 'travel', 'deliveries'])
  })
})
