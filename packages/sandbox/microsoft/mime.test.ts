import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSandboxState } from '../sandbox-state.ts'
import { showMessage } from './control/render-control.ts'
import { createMailbox } from './create-mailbox.ts'
import { deliverMime, readMime } from './mime.ts'
import { writeMime } from './send/write-mime.ts'

const EMAIL = 'anna@contoso.example'
const bytes = (text: string) => Buffer.from(text, 'latin1')

function newSandbox() {
  const sandbox = createSandboxState({ demo: false })
  createMailbox(sandbox.outlook, { email: EMAIL })
  return sandbox
}

test('reads names, encodings, text and HTML, files, an inline image, and an attached message', async () => {
  const raw = [
    'From: =?utf-8?Q?J=C3=BCrgen?= <j@x.example>',
    'To: Team: a@x.example, "B, C" <b@x.example>;',
    'Reply-To: r@x.example',
    'Subject: =?iso-8859-1?Q?Gr=FC=DFe?=',
    'Message-ID: <one@x.example>',
    'Date: Thu, 1 Jan 2026 10:00:00 +0100',
    'X-Priority: 1',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Hi<script>x()</script></p><img src="cid:logo">',
    '--b',
    'Content-Type: image/png; name=logo.png',
    'Content-ID: <logo>',
    'Content-Disposition: inline',
    'Content-Transfer-Encoding: base64',
    '',
    'AAAA',
    '--b',
    'Content-Type: message/rfc822',
    '',
    'Subject: inner',
    '',
    'text',
    '--b--',
  ].join('\r\n')
  const mail = await readMime(bytes(raw))
  expect(mail).toMatchObject({
    subject: 'Grüße',
    from: { emailAddress: { name: 'Jürgen', address: 'j@x.example' } },
    replyTo: [{ emailAddress: { address: 'r@x.example' } }],
    internetMessageId: '<one@x.example>',
    sentDateTime: '2026-01-01T09:00:00Z',
    importance: 'high',
    attachments: [
      { name: 'logo.png', isInline: true, contentId: 'logo', type: 'file' },
      { type: 'item', isInline: false },
    ],
  })
  expect(mail.toRecipients?.map(({ emailAddress }) => emailAddress.address)).toEqual(['a@x.example', 'b@x.example'])
  expect(mail.body?.content).not.toContain('script')
})

test.each([
  ['text/plain; name=notes.txt', 'inline; filename=notes.txt'],
  ['text/html; charset=utf-8', 'inline;\r\n filename="report.html"'],
  ['text/csv', 'attachment; filename=a.csv'],
])('reads a file of type %s, %s as an attachment', async (type, disposition) => {
  const part = (head: string[], body: string) => ['--b', ...head, '', body].join('\r\n')
  const mail = await readMime(
    bytes(
      [
        'Subject: files\r\nContent-Type: multipart/mixed; boundary=b\r\n',
        part(['Content-Type: text/plain', 'Content-Disposition: inline'], 'the text'),
        part([`Content-Type: ${type}`, `Content-Disposition: ${disposition}`], 'the file'),
        '--b--',
      ].join('\r\n'),
    ),
  )
  expect(mail.text?.trim()).toBe('the text')
  expect(mail.attachments).toHaveLength(1)
})

test.each([
  ['lines of old Macs', 'From: a@x.example\rSubject: mac\r\rbody'],
  ['a byte order mark', '\xef\xbb\xbfFrom: a@x.example\nSubject: mac\n\nbody'],
  ['bare line feeds', 'From: a@x.example\nSubject: mac\n\nbody'],
])('reads %s', async (_, raw) => {
  expect(await readMime(bytes(raw))).toMatchObject({
    subject: 'mac',
    from: { emailAddress: { address: 'a@x.example' } },
    text: expect.stringContaining('body'),
  })
})

test('does not parse what would take long: the body, or the whole where it is the header, is the text', async () => {
  const body = `${'\r\n'.repeat(30_000)}=C3=BC`
  const header = 'Subject: long\r\nContent-Transfer-Encoding: quoted-printable\r\n'
  const many = await readMime(bytes(`${header}\r\n${body}`))
  expect([many.subject, many.text === body, many.body?.content === body]).toEqual(['long', true, true])
  const encoded = await readMime(bytes(`${header}\r\n${'\r\n'.repeat(9000)}=C3=BC`))
  expect(encoded.text).toContain('ü')
  for (const large of [`${header}To: ${'a@x.example,'.repeat(2001)}`, `${header}X-Long: ${'x'.repeat(262_144)}`]) {
    const whole = `${large}\r\n\r\ntext`
    expect(await readMime(bytes(whole))).toEqual({ body: { contentType: 'text', content: whole }, text: whole })
  }
})

test.each([
  ['text/calendar; method=REQUEST', '', 'eventMessageRequest', 'Request'],
  ['text/calendar; charset=utf-8; method="request"', '', 'eventMessageRequest', 'Request'],
  ['text/calendar', 'METHOD:CANCEL', 'eventMessage', 'Canceled'],
  ['text/calendar; method=CANCEL', '', 'eventMessage', 'Canceled'],
  [
    'text/calendar; method=REPLY',
    'ATTENDEE;CN=Anna;\r\n PARTSTAT=ACCEPTED:mailto:a@x',
    'eventMessageResponse',
    'Resp.Pos',
  ],
  ['text/calendar; method=REPLY', 'ATTENDEE;PARTSTAT=DECLINED:mailto:a@x', 'eventMessageResponse', 'Resp.Neg'],
  ['text/calendar; method=COUNTER', 'ATTENDEE;PARTSTAT=TENTATIVE:mailto:a@x', 'eventMessageResponse', 'Resp.Tent'],
])('%s with %j arrives as %s', async (type, line, odataType, messageClass) => {
  const calendar = `Content-Type: ${type}\r\n\r\nBEGIN:VCALENDAR\r\n${line}\r\nEND:VCALENDAR\r\n`
  const text = 'Content-Type: text/plain\r\n\r\nMeet?\r\n'
  const parts = `Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n${text}--b\r\n${calendar}--b--\r\n`
  for (const content of [calendar, parts])
    expect(await readMime(bytes(`Subject: meet\r\nMIME-Version: 1.0\r\n${content}`))).toMatchObject({
      odataType: `#microsoft.graph.${odataType}`,
      extendedProperties: [{ id: 'String 0x001A', value: `IPM.Schedule.Meeting.${messageClass}` }],
      attachments: [],
    })
})

test.each([
  ['a published calendar', 'text/calendar; method=PUBLISH', ''],
  ['a calendar without a method', 'text/calendar', ''],
  ['a calendar as a file', 'text/calendar; method=REQUEST', 'Content-Disposition: attachment; filename=i.ics\r\n'],
])('%s stays an attachment of an ordinary message', async (_, type, disposition) => {
  const mail = `Subject: meet\r\nContent-Type: ${type}\r\n${disposition}\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n`
  const read = await readMime(bytes(mail))
  expect([read.odataType, read.attachments?.length]).toEqual([null, 1])
})

test('a reply joins the conversation', async () => {
  const sandbox = newSandbox()
  const question = await deliverMime(sandbox.outlook, EMAIL, bytes('Message-ID: <q@x>\r\nSubject: q\r\n\r\n?'))
  const answer = await deliverMime(
    sandbox.outlook,
    EMAIL,
    bytes('Message-ID: <a@x>\r\nIn-Reply-To: <q@x>\r\nSubject: a\r\n\r\n!'),
  )
  expect(answer.conversationId).toBe(question.conversationId)
})

test('delivers any bytes as a message that can be rendered', async () => {
  const sandbox = newSandbox()
  const line = fc.constantFrom(
    'From: x',
    'Subject: =?utf-8?B?@@?=',
    'Content-Type: multipart/mixed; boundary=b',
    '--b',
    '--b--',
    '',
    'Content-Transfer-Encoding: base64',
    'Date: never',
    '\0\0',
    'To: <>,,;:',
  )
  const nearly = fc.array(line, { maxLength: 20 }).map((lines) => bytes(lines.join('\r\n')))
  await fc.assert(
    fc.asyncProperty(fc.oneof(nearly, fc.uint8Array({ maxLength: 400 })), async (raw) => {
      const shown = showMessage(await deliverMime(sandbox.outlook, EMAIL, raw))
      expect(JSON.parse(JSON.stringify(shown))).toMatchObject({ folder: 'Inbox' })
    }),
  )
})

test('reads the MIME that it writes', async () => {
  const to = [{ emailAddress: { name: 'Zoë "Z"', address: 'z@x.example' } }]
  const about = {
    sentDateTime: '2026-01-01T09:00:00Z',
    internetMessageId: '<w@x>',
    internetMessageHeaders: [{ name: 'x-id', value: '7' }],
  }
  const attachments = [
    { name: 'ä.txt', contentType: 'text/plain', bytes: bytes('hello'), isInline: false, contentId: null },
  ]
  const body = { contentType: 'html' as const, content: '<p>Grüße</p>' }
  const raw = writeMime({
    subject: 'Grüße\r\nBcc: evil@x.example',
    from: null,
    toRecipients: to,
    ccRecipients: [],
    ...about,
    body,
    attachments,
  })
  const mail = await readMime(raw)
  expect(mail).toMatchObject({
    subject: 'Grüße Bcc: evil@x.example',
    bccRecipients: [],
    toRecipients: [{ emailAddress: { address: 'z@x.example' } }],
  })
  expect(mail.body?.content).toContain('Grüße')
  expect(mail.attachments).toMatchObject([{ name: 'ä.txt' }])
  expect(Buffer.from(mail.attachments?.[0]?.bytes ?? []).toString()).toBe('hello')
})
