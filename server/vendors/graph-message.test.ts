import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MessageAnswer, namesOf } from './graph-message.ts'

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
  categories: ['Red'],
}

test('reads a mail', () => {
  expect(MessageAnswer.parse(whole)).toEqual({
    id: 'AAk=',
    internetMessageId: '<1@example.com>',
    conversationId: 'c',
    subject: 'Your invoice',
    from: { name: 'Anna', address: 'anna@example.com' },
    to: ['me@contoso.example'],
    cc: [],
    receivedAt: new Date('2026-11-21T08:00:00Z'),
    parentFolderId: 'f',
    headers: { 'list-id': '<club.example.com>' },
    text: 'Please pay.',
    hasAttachments: true,
    attachmentNames: [],
    isDraft: false,
    categories: ['Red'],
  })
})

test('falls back to the sender where nobody is given as from', () => {
  const { from, ...rest } = whole
  expect(MessageAnswer.parse({ ...rest, from: null, sender: from }).from?.address).toBe('anna@example.com')
  expect(MessageAnswer.parse({ ...rest, from: { emailAddress: null } }).from).toBeNull()
})

test('whatever is missing, null or huge, a mail comes out that is bounded', () => {
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
        const mail = MessageAnswer.parse({
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

test('names what was attached on purpose', () => {
  const many = Array.from({ length: 200 }, (_, index) => ({ name: `${index}.pdf` }))
  expect(
    namesOf([{ name: 'logo.png', isInline: true }, { name: 'a\u0000b.pdf', isInline: false }, { name: null }]),
  ).toEqual(['ab.pdf', ''])
  expect(namesOf(many)).toHaveLength(50)
})
