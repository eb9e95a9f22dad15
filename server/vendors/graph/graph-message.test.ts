import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachmentNames, hasReport } from '../mailbox/message-fields.ts'
import { AttachmentPage, mayHaveAttachments, MessageResponse } from './graph-message.ts'

const whole = {
  id: 'AAk=',
  internetMessageId: '<1@example.com>',
  conversationId: 'c',
  subject: 'Your\u200B invoice',
  from: { emailAddress: { name: 'Anna', address: 'Anna@Example.com' } },
  toRecipients: [{ emailAddress: { name: null, address: 'me@contoso.example' } }, { emailAddress: { name: 'Nobody' } }],
  ccRecipients: [],
  receivedDateTime: '2026-11-21T08:00:00Z',
  parentFolderId: 'f',
  internetMessageHeaders: [
    { name: 'List-Id', value: '<club.example.com>' },
    { name: 'LIST-ID', value: 'a second one' },
    { name: 'X-Secret', value: 'not wanted' },
  ],
  body: { contentType: 'text', content: 'Please\u200B pay.' },
  hasAttachments: true,
  isDraft: false,
  isRead: false,
  lastModifiedDateTime: '2026-11-21T08:00:05Z',
  changeKey: 'CQAAABYAAAD',
  webLink: 'https://outlook.office365.com/owa/?ItemID=AAk',
  categories: ['Red'],
}

test('reads a message', () => {
  expect(MessageResponse.parse(whole)).toEqual({
    id: 'AAk=',
    internetMessageId: '<1@example.com>',
    conversationId: 'c',
    subject: 'Your invoice',
    from: { name: 'Anna', address: 'anna@example.com' },
    replyTo: [],
    to: ['me@contoso.example'],
    cc: [],
    receivedAt: new Date('2026-11-21T08:00:00Z'),
    parentFolderId: 'f',
    headers: { 'list-id': '<club.example.com>' },
    text: 'Please pay.',
    hasAttachments: true,
    attachmentNames: [],
    isReport: false,
    contentIds: [],
    isDraft: false,
    isRead: false,
    changedAt: new Date('2026-11-21T08:00:05Z'),
    isMeeting: false,
    version: 'CQAAABYAAAD',
    webLink: 'https://outlook.office365.com/owa/?ItemID=AAk',
    categories: ['Red'],
  })
})

test.each(['', 'Request', 'Response'])('an eventMessage%s is a meeting', (kind) => {
  const message = { ...whole, '@odata.type': `#microsoft.graph.eventMessage${kind}` }
  expect(MessageResponse.parse(message).isMeeting).toBe(true)
})

test('falls back to the sender without a from address', () => {
  const { from, ...rest } = whole
  expect(MessageResponse.parse({ ...rest, from: null, sender: from }).from?.address).toBe('anna@example.com')
  expect(MessageResponse.parse({ ...rest, from: { emailAddress: null } }).from).toBeNull()
})

test('returns a bounded message for missing, null or huge fields', () => {
  const odd = fc.constantFrom(null, undefined, 'x'.repeat(50_000))
  fc.assert(
    fc.property(
      fc.record({ subject: odd, internetMessageId: odd, conversationId: odd }),
      fc.constantFrom(null, undefined, { content: null }, { content: '\u0000'.repeat(9000) + 'y'.repeat(90_000) }),
      fc.constantFrom(null, undefined, 'not a time', '2026-11-21T08:00:00Z'),
      fc.array(fc.constantFrom(null, { emailAddress: null }, { emailAddress: { address: 'a@b.example' } }), {
        maxLength: 500,
      }),
      (texts, body, receivedDateTime, toRecipients) => {
        const mail = MessageResponse.parse({
          id: 'i',
          parentFolderId: 'f',
          ...texts,
          body,
          receivedDateTime,
          toRecipients,
        })
        expect(mail.subject?.length ?? 0).toBeLessThanOrEqual(998)
        expect(mail.text.length).toBeLessThanOrEqual(8000)
        expect(mail.to.length).toBeLessThanOrEqual(50)
        expect(Number.isFinite(mail.receivedAt.getTime())).toBe(true)
      },
    ),
    { numRuns: 50 },
  )
})

const file = { id: 'a', contentType: 'image/png', size: 100 }

test.each([
  ['message/delivery-status', true],
  ['Message/Delivery-Status; charset=utf-8', true],
  ['message/global-delivery-status', true],
  ['message/disposition-notification', true],
  ['message/feedback-report', true],
  ['message/rfc822', false],
  ['text/plain', false],
])('an attachment %s is a report: %s', (contentType, isReport) => {
  expect(hasReport(AttachmentPage.parse({ value: [{ ...file, contentType }] }).value)).toBe(isReport)
})

test('lists names of attachments without pictures of the text and logos', () => {
  const list = (...value: object[]) =>
    attachmentNames(AttachmentPage.parse({ value: value.map((one) => ({ ...file, ...one })) }).value, {
      contentIds: ['shown@x'],
    })
  expect(
    list(
      { name: 'logo.png', isInline: true },
      { name: 'a\u0000b.pdf', contentType: 'application/pdf', isInline: true },
      { name: null },
      { name: 'ATT00001.txt', contentType: 'text/plain' },
      { name: 'IMG_4711.JPG', isInline: true },
      { name: 'chart.png', isInline: true, contentId: '<Shown%40x>' },
      { name: 'image0.jpeg', isInline: true, contentId: '<Shown%40x>', size: 90_000 },
      { name: 'Offer', '@odata.type': '#microsoft.graph.itemAttachment', isInline: true },
    ),
  ).toEqual(['ab.pdf', '', 'IMG_4711.JPG', 'image0.jpeg', 'Offer'])
  expect(list(...Array.from({ length: 200 }, (_, n) => ({ name: `${n}.pdf` })))).toHaveLength(50)
})

test.each([
  [true, {}, true],
  [false, {}, false],
  [false, { 'Content-Type': 'text/html; charset=utf-8' }, false],
  [false, { 'Content-Type': 'Multipart/Mixed; boundary=a' }, true],
  [false, { 'Content-Type': 'multipart/related; boundary=a' }, false],
  [false, { 'Content-Type': 'multipart/alternative; boundary=a', 'X-Mailer': 'Outlook' }, false],
  [false, { 'Content-Type': 'multipart/alternative; boundary=a', 'X-Mailer': 'Apple Mail (2.3826.200)' }, true],
  [false, { 'Content-Type': 'multipart/related; boundary=a', 'X-Mailer': 'iPad Mail (22A100)' }, true],
  [false, { 'Content-Type': 'text/plain', 'X-Mailer': 'iPhone Mail (22A100)' }, false],
])('whether attachments are listed: flag %j, headers %j: %j', (hasAttachments, headers, expected) => {
  const internetMessageHeaders = Object.entries(headers).map(([name, value]) => ({ name, value }))
  expect(mayHaveAttachments(MessageResponse.parse({ ...whole, hasAttachments, internetMessageHeaders }))).toBe(expected)
  const body = { contentType: 'html', content: '<img src="cid:photo">' }
  expect(mayHaveAttachments(MessageResponse.parse({ ...whole, hasAttachments, internetMessageHeaders, body }))).toBe(
    true,
  )
})
