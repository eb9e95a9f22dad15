import { expect, test } from 'vitest'
import { isAutomatic } from './automatic-mail.ts'

const own = ['robin@contoso.example']
const by = (address: string, headers: Record<string, string> = {}, subject = 'Offer') =>
  isAutomatic({ from: { address, name: '' }, headers, subject }, own)

test.each([
  [{ 'auto-submitted': 'auto-replied' }],
  [{ 'auto-submitted': 'auto-generated; owner-email=x' }],
  [{ 'list-id': '<club.example>' }],
  [{ 'list-unsubscribe': '<https://shop.example/off>' }],
  [{ precedence: 'Bulk' }],
  [{ 'x-auto-response-suppress': 'DR, RN, NRN, OOF, AutoReply' }],
  [{ precedence: 'auto_reply' }],
  [{ precedence: 'auto-reply' }],
  [{ 'x-autoreply': 'yes' }],
  [{ 'x-autorespond': 'Re: Offer' }],
  [{ 'x-auto-reply': '' }],
  [{ 'x-failed-recipients': 'paul@partner.example' }],
  [{ 'content-type': 'multipart/report; report-type=disposition-notification; boundary="M1"' }],
  [{ 'content-type': 'Multipart/Report; report-type="delivery-status"' }],
  [{ 'return-path': '<>' }],
  [{ 'x-mailroom-id': 'any' }],
])('%j is automatic', (headers) => {
  expect(by('anna@shop.example', headers)).toBe(true)
})

test.each([
  '',
  'robin@contoso.example',
  'Robin@Contoso.example',
  'MAILER-DAEMON@x.example',
  'no-reply@shop.example',
  'noreply+7@shop.example',
  'do_not_reply@x.example',
  'postmaster@x.example',
])('a message from %j is automatic', (address) => {
  expect(by(address)).toBe(true)
})

test.each([
  ['anna@shop.example', {}],
  ['anna@shop.example', { 'auto-submitted': 'no', precedence: 'normal', 'return-path': '<anna@shop.example>' }],
  ['noreen@shop.example', { 'x-auto-response-suppress': 'None', 'x-autoreply': 'no' }],
  ['anna@shop.example', { 'content-type': 'multipart/mixed; boundary="multipart/report"' }],
  ['notifier.jones@shop.example', { 'feedback-id': 'x' }],
])('a message from %j with %j is not automatic', (address, headers) => {
  expect(by(address, headers)).toBe(false)
})

test.each([
  'Automatic reply: Offer',
  'Abwesenheitsnotiz: Angebot',
  'Automatische Antwort: Angebot',
  'Out of office: Offer',
  'Réponse automatique : Devis',
  'Respuesta automática: Oferta',
  'Risposta automatica: Offerta',
  'Automatisch antwoord: Offerte',
  'Autosvar: Tilbud',
])('a message with the subject %j is automatic', (subject) => {
  expect(by('anna@shop.example', {}, subject)).toBe(true)
})

test.each(['Re: Automatic reply: Offer', 'Out of office next week', 'The automatic reply: how to set it up', ''])(
  'a message with the subject %j is not automatic',
  (subject) => {
    expect(by('anna@shop.example', {}, subject)).toBe(false)
  },
)
