import { expect, test } from 'vitest'
import { FaultRule } from '../kit/faults.ts'
import { connectSmtp, TEST_MESSAGE, startWithClient } from '../testing/smtp-client.ts'

type Started = Awaited<ReturnType<typeof startWithClient>>
type Rule = Record<string, unknown>

const begin = async ({ client }: Started) => {
  await client.say('MAIL FROM:<no-reply@mailroom.example>')
  return client.say('RCPT TO:<kim@elsewhere.example>')
}
const finish = async ({ client }: Started) => {
  await client.say('DATA')
  return client.say(TEST_MESSAGE.join('\r\n'))
}

async function startWith(...rules: Rule[]) {
  const started = await startWithClient()
  started.sandbox.faults.replace(rules.map((rule) => FaultRule.parse({ service: 'smtp', ...rule })))
  return started
}

test('a status refuses the recipient as often as the fault says, with its message', async () => {
  const started = await startWith({ status: 451, times: 1, message: 'Try later' })
  await using _smtp = started.smtp
  using _client = started.client
  expect(await begin(started)).toBe('451 4.3.0 Try later')
  expect(await started.client.say('DATA')).toMatch(/^503/)
  expect(await started.client.say('RCPT TO:<kim@elsewhere.example>')).toMatch(/^250/)
  expect(await finish(started)).toMatch(/^250/)
  expect(started.sandbox.outbox.mails).toHaveLength(1)
})

test('a fault at DATA refuses the mail and stores nothing', async () => {
  const started = await startWith({ method: 'DATA', status: 554 })
  await using _smtp = started.smtp
  using _client = started.client
  expect(await begin(started)).toMatch(/^250/)
  expect(await finish(started)).toMatch(/^554 5\.3\.0/)
  expect(started.sandbox.outbox.mails).toEqual([])
})

test.each([
  ['path', { path: '^lee@' }],
  ['mailbox', { mailbox: 'Lee@elsewhere.example' }],
])('a fault with a %s acts on that recipient alone', async (_what, where) => {
  const started = await startWith({ status: 550, ...where })
  await using _smtp = started.smtp
  using _client = started.client
  expect(await begin(started)).toMatch(/^250/)
  expect(await started.client.say('RCPT TO:<lee@elsewhere.example>')).toMatch(/^550 5\.3\.0/)
  expect(await finish(started)).toMatch(/^250/)
  expect(started.sandbox.outbox.mails).toMatchObject([{ to: 'kim@elsewhere.example' }])
})

test('a fault after the effect stores the mail, and loses or refuses the reply', async () => {
  const started = await startWith({ when: 'after', status: 451, times: 1 }, { when: 'after', times: 1 })
  await using _smtp = started.smtp
  using _client = started.client
  expect(await begin(started)).toMatch(/^250/)
  expect(await finish(started)).toMatch(/^451/)
  expect(await begin(started)).toMatch(/^250/)
  expect(await finish(started)).toBe('')
  expect(started.sandbox.outbox.mails).toHaveLength(2)
})

test('a connection cut before the effect stores nothing; the next one works', async () => {
  const started = await startWith({ method: 'RCPT', drop: true, times: 1 })
  await using _smtp = started.smtp
  using _client = started.client
  expect(await begin(started)).toBe('')
  using again = await connectSmtp(started.smtp.url)
  await again.say('EHLO product.example')
  const second = { ...started, client: again }
  expect(await begin(second)).toMatch(/^250/)
  expect(await finish(second)).toMatch(/^250/)
  const steps = started.sandbox.journal.entries('smtp').map(({ method, status }) => [method, status])
  expect(steps).toEqual([
    ['RCPT', 0],
    ['RCPT', 250],
    ['DATA', 250],
  ])
})

test('a server that hangs can still be closed', async () => {
  const started = await startWith({ method: 'DATA', action: 'hang' })
  using _client = started.client
  await begin(started)
  const answer = finish(started)
  await started.smtp[Symbol.asyncDispose]()
  expect(await answer).toMatch(/^(?:421|$)/)
})

test('an endless reply goes on until a side closes the connection', async () => {
  const started = await startWith({ method: 'DATA', action: 'endless' })
  using client = started.client
  await begin(started)
  await client.say('DATA')
  client.write(TEST_MESSAGE.join('\r\n'))
  for (let count = 0; count < 2; count++) expect(await client.readLine()).toBe('250-Please wait')
  expect(started.sandbox.outbox.mails).toEqual([])
  await started.smtp[Symbol.asyncDispose]()
})
