import { expect, test } from 'vitest'
import { createMailbox } from '../microsoft/create-mailbox.ts'
import { mailboxOf } from '../microsoft/outlook.ts'
import { MAX_MESSAGE_BYTES, MAX_RECIPIENTS } from './smtp-server.ts'
import { connectSmtp, TEST_MESSAGE, startWithClient } from '../testing/smtp-client.ts'

test('an accepted mail is in the outbox with its recipients, subject and text', async () => {
  const { sandbox, smtp, client } = await startWithClient()
  await using _smtp = smtp
  using _client = client
  expect(await client.say('MAIL FROM:<no-reply@mailroom.example>')).toMatch(/^250/)
  expect(await client.say('RCPT TO:<kim@elsewhere.example>')).toMatch(/^250/)
  expect(await client.say('RCPT TO:<lee@elsewhere.example>')).toMatch(/^250/)
  expect(await client.say('DATA')).toMatch(/^354/)
  expect(await client.say(TEST_MESSAGE.join('\r\n'))).toMatch(/^250 2\.0\.0 Ok: queued as/)
  expect(sandbox.outbox.mails).toEqual([
    {
      to: 'kim@elsewhere.example, lee@elsewhere.example',
      from: 'no-reply@mailroom.example',
      subject: 'Grüße',
      text: 'Hallo Kim\n',
      html: '',
      via: 'smtp',
      at: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ])
})

test('delivers the mail once to a recipient with a sandbox mailbox', async () => {
  const { sandbox, smtp, client } = await startWithClient()
  await using _smtp = smtp
  using _client = client
  createMailbox(sandbox.outlook, { email: 'kim@elsewhere.example' })
  await client.say('MAIL FROM:<no-reply@mailroom.example>')
  await client.say('RCPT TO:<Kim@Elsewhere.example>')
  await client.say('RCPT TO:<kim@elsewhere.example>')
  await client.say('DATA')
  await client.say(TEST_MESSAGE.join('\r\n'))
  const messages = [...mailboxOf(sandbox.outlook, 'kim@elsewhere.example').messages.values()]
  expect(messages.map((message) => message.subject)).toEqual(['Grüße'])
})

test.each([
  ['no at sign', 'kim'],
  ['no domain', 'kim@'],
  ['one label', 'kim@elsewhere'],
  ['two dots', 'kim..lee@elsewhere.example'],
  ['a dash at the edge', 'kim@-elsewhere.example'],
  ['a very long name', `${'k'.repeat(65)}@elsewhere.example`],
])('a recipient address with %s is refused', async (_what, address) => {
  const { sandbox, smtp, client } = await startWithClient()
  await using _smtp = smtp
  using _client = client
  await client.say('MAIL FROM:<no-reply@mailroom.example>')
  expect(await client.say(`RCPT TO:<${address}>`)).toMatch(/^5\d\d/)
  expect(await client.say('DATA')).toMatch(/^503/)
  expect(sandbox.outbox.mails).toEqual([])
})

test('refuses an unknown domain, an invalid sender and a wrong password; accepts the empty sender', async () => {
  const { smtp, client } = await startWithClient()
  await using _smtp = smtp
  using _client = client
  expect(await client.say(`AUTH PLAIN ${Buffer.from('\0mailroom\0wrong').toString('base64')}`)).toMatch(/^535/)
  expect(await client.say('MAIL FROM:<no reply>')).toMatch(/^5\d\d/)
  expect(await client.say('MAIL FROM:<>')).toMatch(/^250/)
  expect(await client.say('RCPT TO:<kim@elsewhere.invalid>')).toMatch(/^550 5\.1\.2/)
})

test('refuses DATA without recipients, and too many recipients', async () => {
  const { smtp, client } = await startWithClient()
  await using _smtp = smtp
  using _client = client
  await client.say('MAIL FROM:<no-reply@mailroom.example>')
  expect(await client.say('DATA')).toMatch(/^503/)
  for (let number = 0; number < MAX_RECIPIENTS; number++) {
    expect(await client.say(`RCPT TO:<guest${number}@elsewhere.example>`)).toMatch(/^250/)
  }
  expect(await client.say('RCPT TO:<one-too-many@elsewhere.example>')).toMatch(/^452/)
})

test('refuses a mail over 25 MB, with or without SIZE, and stores nothing', async () => {
  const { sandbox, smtp, client } = await startWithClient()
  await using _smtp = smtp
  using _client = client
  expect(await client.say(`MAIL FROM:<no-reply@mailroom.example> SIZE=${MAX_MESSAGE_BYTES + 1}`)).toMatch(/^552/)
  await client.say('MAIL FROM:<no-reply@mailroom.example>')
  await client.say('RCPT TO:<kim@elsewhere.example>')
  await client.say('DATA')
  const line = `${'x'.repeat(70)}\r\n`
  expect(await client.say(`Subject: big\r\n\r\n${line.repeat(MAX_MESSAGE_BYTES / line.length + 1)}.`)).toMatch(/^552/)
  expect(sandbox.outbox.mails).toEqual([])
})

test('refuses a mail without a From header', async () => {
  const { sandbox, smtp, client } = await startWithClient()
  await using _smtp = smtp
  using _client = client
  await client.say('MAIL FROM:<no-reply@mailroom.example>')
  await client.say('RCPT TO:<kim@elsewhere.example>')
  await client.say('DATA')
  expect(await client.say('Subject: whose?\r\n\r\nHello\r\n.')).toMatch(/^550 5\.7\.1/)
  expect(sandbox.outbox.mails).toEqual([])
})

test('does not offer TLS, and closes without waiting for clients', async () => {
  const { smtp, client } = await startWithClient()
  using _client = client
  expect(await client.say('STARTTLS')).toMatch(/^5\d\d/)
  await smtp[Symbol.asyncDispose]()
  await expect(connectSmtp(smtp.url)).rejects.toThrow('ECONNREFUSED')
})
