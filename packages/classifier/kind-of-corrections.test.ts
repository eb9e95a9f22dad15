import { expect, it } from 'vitest'
import { createModel, INBOX, learn, rank } from './model.ts'
import { predict } from './predict.ts'
import { EXPERT_AT } from './stacking.ts'
import { folder, mailWith } from './testing/messages.ts'
import type { MessageToSort } from './types.ts'

const mail = (from: string, subject: string, text: string): MessageToSort => mailWith({ from, subject, text })
const appointment = mail(
  'reception@parkdental.example',
  'Reminder: your dentist appointment on Thursday',
  'Please call us if you cannot come to your check-up.',
)
const parcel = mail('track@parcelrun.example', 'Your parcel arrives tomorrow', 'Track your parcel with number PR99812.')
/** Of other senders, in another language. */
const otherAppointment = mail(
  'praxis@drmeier.example',
  'Terminerinnerung Zahnarzt',
  'Ihr Termin zur Kontrolle ist am 9. Juni um 10 Uhr.',
)
const otherParcel = mail(
  'info@paketbote.example',
  'Ihr Paket kommt heute',
  'Sendungsnummer 00340434. Der Zusteller kommt.',
)
const unknownNames = ['Whitby!!', 'Lena', 'Zettel', '2024', 'Otto', 'Kram'].map((id) => folder(id))

it('one correction offers its folder for email of its kind from other senders, and files none', () => {
  const model = createModel()
  expect(rank(model, otherAppointment, unknownNames).confidence).toBeLessThan(0.25)
  learn(model, appointment, 'Whitby!!', unknownNames)
  learn(model, parcel, '2024', unknownNames)
  for (const [message, folderId] of [
    [otherAppointment, 'Whitby!!'],
    [otherParcel, '2024'],
  ] as const) {
    const { candidates, confidence } = rank(model, message, unknownNames)
    expect(candidates[0]?.folderId).toBe(folderId)
    expect(confidence).toBeGreaterThan(0.25)
    expect(confidence).toBeLessThan(0.3)
  }
})

it('outvotes neither a description nor a sender that the user has filed', () => {
  const described = [...unknownNames, folder('Health', 'Doctors and dentists')]
  const model = createModel()
  const before = rank(model, otherAppointment, described)
  for (let n = 0; n < 3; n++)
    learn(model, { ...appointment, subject: `${appointment.subject} ${n}` }, 'Lena', described)
  const after = rank(model, otherAppointment, described)
  expect(after.candidates[0]?.folderId).toBe('Health')
  expect(after.confidence).toBeGreaterThan(before.confidence - 0.05)

  learn(model, { ...otherAppointment, subject: 'Rezept' }, 'Otto', unknownNames)
  expect(rank(model, otherAppointment, unknownNames).candidates[0]?.folderId).toBe('Otto')
})

it('email of a kind that stays in the inbox offers no folder', () => {
  const model = createModel()
  learn(model, parcel, 'Kram', unknownNames)
  learn(model, appointment, INBOX, unknownNames)
  expect(rank(model, otherAppointment, unknownNames).confidence).toBeLessThan(0.25)
})

it('the kind counts for unknown senders only', () => {
  const model = createModel()
  learn(model, appointment, 'Lena', unknownNames)
  learn(model, parcel, 'Otto', unknownNames)
  const known = ['Lena', 'Otto'].map((id) => folder(id))
  const scoresOfKind = ({ from }: MessageToSort): Float64Array => {
    const { matrix } = predict(model, { ...otherAppointment, from }, [0, 1], known).experts
    return matrix.slice(EXPERT_AT.kind * known.length, (EXPERT_AT.kind + 1) * known.length)
  }
  const [lena = 0, otto = 0] = scoresOfKind(otherAppointment)
  expect(lena).toBeGreaterThan(otto)
  expect(scoresOfKind(appointment)).toEqual(new Float64Array(2))
  expect(scoresOfKind(parcel)).toEqual(new Float64Array(2))
})
