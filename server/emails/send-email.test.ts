import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { allRows } from '../../test/kit/all-rows.ts'
import { clientOf, codeIn, emailsTo, lastEmailTo, linkIn, newUser } from '../../test/kit/outbox.ts'
import { newEmail } from '../../test/kit/start-accounts.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { actionComposers } from '../actions/composers.ts'
import { billingComposers } from '../billing/billing-emails.ts'
import { digestComposers } from '../digest/composers.ts'
import { accountComposers } from '../auth/composers.ts'
import { mailComposers } from '../mail/mailboxes/stopped-email.ts'
import { operatorComposers } from '../self-check/operator-alert.ts'
import type { Context } from '../context.ts'
import { createEvents } from '../events.ts'
import { enqueueEmail } from './enqueue-email.ts'
import { claimOutgoingEmail } from './queries.ts'
import { sendEmail } from './send-email.ts'

const app = await appOfFile()
// Counts from zero.
beforeEach(() => void Object.assign(app.ctx.events, createEvents(app.ctx.log)))
afterEach(async () => {
  await faults()
  await app.ctx.db.asService(async (tx) => {
    for (const table of ['app.outgoing_emails', 'app.provider_outages'] as const) await tx.deleteFrom(table).execute()
  })
})

const composers = {
  ...accountComposers,
  ...actionComposers,
  ...billingComposers,
  ...digestComposers,
  ...mailComposers,
  ...operatorComposers,
}

/** Enqueues a notice without a user. @returns its id */
async function put(email: string): Promise<string> {
  const payload = { notice: 'account_deleted', email, language: 'en', at: app.clock.now().toISOString() } as const
  await app.ctx.db.asAccounts((tx) => enqueueEmail(tx, app.ctx, { kind: 'account-notice', payload, userId: null }))
  const [row] = await waiting()
  return row?.id ?? ''
}
const waiting = () =>
  app.ctx.db.asService((tx) => tx.selectFrom('app.outgoing_emails').select(['id', 'attempts']).execute())

/** Advances the clock and runs the job of each minute. */
async function minutesLater(duration: string): Promise<void> {
  await app.advance(duration)
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-emails', {}))
  await app.runDueJobs()
}

const faults = (...list: object[]) => app.faults(...list.map((fault) => ({ service: 'smtp', path: '', ...fault })))

/** Counted events by name, without zeros. */
async function counted(): Promise<string[]> {
  const lines = (await app.ctx.events.metrics()).split('\n')
  return lines.flatMap((line) => {
    const [, event, count] = /event="(email_\w+)",reason=""\} (\d+)/.exec(line) ?? []
    return event && count ? [`${event} ${count}`] : []
  })
}

test('sends an e-mail once and deletes it', async () => {
  const email = newEmail()
  await put(email)
  expect(await emailsTo(app, email)).toHaveLength(1)
  expect(await waiting()).toEqual([])
  await minutesLater('1 hour')
  expect(await emailsTo(app, email)).toHaveLength(1)
  expect(await counted()).toEqual(['email_sent 1'])
})

test('sends in the language that the page has stored in the account', async () => {
  const { client, email } = await newUser(app)
  await client.auth.updateUser({ data: { language: 'de' } })
  await clientOf(app).auth.resetPasswordForEmail(email)
  const { subject, text } = await lastEmailTo(app, email)
  expect(subject).toBe('Setzen Sie Ihr Kennwort bei Mailroom zurück')
  expect(text).toContain('Neues Kennwort wählen:\n')
})

test.each([
  ['RCPT', 550],
  ['DATA', 554],
])('drops an e-mail that is permanently refused at %s, with an event', async (method, status) => {
  const email = newEmail()
  await faults({ method, status })
  await put(email)
  await app.runDueJobs()
  expect(await waiting()).toEqual([])
  expect(await counted()).toEqual(['email_dropped 1'])
  await faults()
  await minutesLater('1 hour')
  expect(await emailsTo(app, email)).toEqual([])
})

test.each([
  ['refuses temporarily', { status: 451 }],
  ['closes the connection', { drop: true }],
])('retries with growing delays while the mail server %s, and sends after its recovery', async (_name, fault) => {
  const email = newEmail()
  await faults({ ...fault, times: 3 })
  await put(email)
  await app.runDueJobs()
  await minutesLater('30 s')
  expect(await waiting()).toMatchObject([{ attempts: 1 }])
  await minutesLater('31 s')
  expect(await waiting()).toMatchObject([{ attempts: 2 }])
  await minutesLater('61 s')
  expect(await waiting()).toMatchObject([{ attempts: 2 }])
  await minutesLater('61 s')
  expect(await waiting()).toMatchObject([{ attempts: 3 }])
  await minutesLater('241 s')
  expect(await emailsTo(app, email)).toHaveLength(1)
  expect(await counted()).toEqual(['email_delayed 3', 'email_sent 1'])
})

test('drops an expired e-mail', async () => {
  const { client, email } = await newUser(app)
  await faults({ status: 451 })
  await client.auth.reauthenticate()
  await app.runDueJobs()
  for (let count = 0; count < 4; count += 1) await minutesLater('16 min')
  expect(await waiting()).toEqual([])
  expect(await counted()).toContain('email_dropped 1')
  await faults()
  await minutesLater('1 hour')
  expect(await emailsTo(app, email)).toEqual([])
})

test('sends again after a lost response, and the last code is valid', async () => {
  const { client, email } = await newUser(app)
  await app.advance('301 s')
  await faults({ when: 'after', drop: true, times: 1 })
  await client.auth.reauthenticate()
  await app.runDueJobs()
  await minutesLater('61 s')
  expect(await emailsTo(app, email)).toHaveLength(2)
  expect(await waiting()).toEqual([])
  const nonce = codeIn(await lastEmailTo(app, email))
  expect((await client.auth.updateUser({ password: 'eight yellow tricycles', nonce })).error).toBeNull()
})

test('sends once when several workers race', async () => {
  const email = newEmail()
  const emailId = await put(email)
  const send = sendEmail(composers)
  await Promise.all(Array.from({ length: 8 }, () => send(app.ctx, { emailId })))
  expect(await emailsTo(app, email)).toHaveLength(1)
})

test('sends with the next attempt after a worker died', async () => {
  const email = newEmail()
  const id = await put(email)
  const now = app.clock.now()
  const nextAttemptAt = () => new Date(now.getTime() + 60_000)
  await app.ctx.db.asService((tx) => claimOutgoingEmail(tx, { id, now, nextAttemptAt }))
  expect(await emailsTo(app, email)).toEqual([])
  await minutesLater('61 s')
  expect(await emailsTo(app, email)).toHaveLength(1)
})

test('enqueues an e-mail only where the transaction commits', async () => {
  const email = newEmail()
  const undo = new Error('undo')
  const payload = { notice: 'account_deleted', email, language: 'en', at: app.clock.now().toISOString() } as const
  const undone = app.ctx.db.asAccounts(async (tx) => {
    await enqueueEmail(tx, app.ctx, { kind: 'account-notice', payload, userId: null })
    throw undo
  })
  await expect(undone).rejects.toBe(undo)
  expect(await emailsTo(app, email)).toEqual([])
})

test('drops an e-mail with an event where no mail server is configured', async () => {
  const email = newEmail()
  const emailId = await put(email)
  const vendors = { ...app.ctx.vendors, smtp: null }
  await sendEmail(composers)({ ...app.ctx, vendors }, { emailId })
  expect(await waiting()).toEqual([])
  expect(await counted()).toEqual(['email_dropped 1'])
})

test('logs no address, link or code, and stores no link or code', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const ctx: Context = { ...app.ctx, log, events: createEvents(log) }
  const { client, email } = await newUser(app)
  const wanted = newEmail()
  await client.auth.updateUser({ email: wanted })
  const sealed = (await allRows(app.database)).filter((row) => row.startsWith('app.outgoing_emails'))
  expect(sealed).toHaveLength(2)
  for (const secret of [email, wanted, 'http']) expect(sealed.join('\n')).not.toContain(secret)

  const send = sendEmail(composers)
  await faults({ status: 451, times: 1 }, { status: 550, times: 1, skip: 1 })
  for (const { id } of await waiting()) await send(ctx, { emailId: id })
  await app.advance('61 s')
  for (const { id } of await waiting()) await send(ctx, { emailId: id })
  await app.advance('61 s')
  await client.auth.updateUser({ email: wanted })
  for (const { id } of await waiting()) await send(ctx, { emailId: id })

  const mails = [...(await emailsTo(app, email)), ...(await emailsTo(app, wanted))]
  const secrets = mails.flatMap((mail) => [codeIn(mail), linkIn(mail).searchParams.get('token') ?? '?'])
  expect(secrets.length).toBeGreaterThan(3)
  const said = lines.join('')
  for (const event of ['email_sent', 'email_delayed', 'email_dropped']) expect(said).toContain(event)
  const stored = (await allRows(app.database)).join('\n')
  for (const secret of secrets) {
    expect(said).not.toContain(secret)
    expect(stored).not.toContain(secret)
  }
  for (const address of [email, wanted, app.url]) expect(said).not.toContain(address)
})

test('responds before the mail server is contacted', async () => {
  await faults({ status: 550 })
  const { client, email } = await newUser(app)
  expect((await client.auth.reauthenticate()).error).toBeNull()
  expect(await emailsTo(app, email)).toEqual([])
  expect((await clientOf(app).auth.signInWithPassword({ email, password: 'wrong one here' })).error).not.toBeNull()
})
