import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { requestSync } from '../server/billing/customers/customer-queries.ts'
import { enqueueEmail } from '../server/emails/enqueue-email.ts'
import { withConnection } from '../server/connections/with-connection.ts'
import { requestText } from '../server/prompts/ask-model.ts'
import { createLanguageModel } from '../server/vendors/language-model/language-model.ts'
import { VendorError } from '../server/vendors/http/vendor-error.ts'
import { signUpCustomer } from './kit/billing.ts'
import { busiestMinute } from './kit/busiest-minute.ts'
import { requestsTo, signUp } from './kit/outlook.ts'
import { allServices, connectService, serviceNames } from './kit/services.ts'
import { type App, appOfFile } from './kit/start-app.ts'
import { attached, storingMailbox } from './kit/storing-mailbox.ts'

/** The provider refuses the key or registration of the operator: the work waits, and resumes by itself. */
const app = await appOfFile({ env: allServices })
afterEach(async () => {
  vi.restoreAllMocks()
  await app.faults()
})

const sql: App['ctx']['db']['asService'] = (work) => app.ctx.db.asService(work)
const fault = (...faults: object[]) => app.faults(...faults)
const minutes = (count: number, service: string, path = '') => busiestMinute(app, count, service, path)
const alerts = () => vi.spyOn(app.ctx.events, 'providerOutageStarted')

test('a refused client of Dropbox fails no action, and one alert reports it', async () => {
  const alert = alerts()
  const store = await storingMailbox(app, 'dropbox')
  await sql((tx) => tx.updateTable('app.service_connections').set({ expires_at: app.clock.now() }).execute())
  await fault({ service: 'dropbox', path: '/token$', status: 401, body: { error: 'invalid_client' } })
  const logIds: string[] = []
  for (let n = 0; n < 2; n++)
    logIds.push((await store.sorted({ subject: `Bill ${n}`, attachments: [attached(`${n}.txt`)] })).logId)
  await app.runDueJobs()
  expect(await minutes(3, 'dropbox', '/token')).toBe(1)
  const statuses = async () =>
    (await Promise.all(logIds.map((id) => store.runs(id)))).flat().map(({ status }) => status)
  expect(await statuses()).toEqual(['running', 'running'])
  await fault()
  await minutes(4, 'dropbox')
  expect(await statuses()).toEqual(['done', 'done'])
  expect(alert).toHaveBeenCalledTimes(1)
  expect(alert).toHaveBeenCalledWith(expect.objectContaining({ provider: 'dropbox_tokens', reason: 'invalid_client' }))
})

test('a deleted registration for OneDrive is one alert once several accounts have it', async () => {
  const alert = alerts()
  const people = [await signUp(app), await signUp(app), await signUp(app)]
  for (const who of people) await connectService(app, who, 'onedrive')
  await sql((tx) => tx.updateTable('app.service_connections').set({ expires_at: app.clock.now() }).execute())
  const body = { error: 'unauthorized_client', error_codes: [700016] }
  await fault({ service: serviceNames.onedrive.tokens, path: 'token', status: 400, body })
  for (let n = 0; n < 10; n++) {
    for (const { userId } of people)
      await withConnection(app.ctx, { userId, provider: 'onedrive' }, () => Promise.resolve()).catch(() => undefined)
    await app.advance('2 min')
  }
  expect(alert).toHaveBeenCalledTimes(1)
  await fault()
})

test('a mail server that refuses our login: one attempt a minute, and no email waits longer for it', async () => {
  const { smtp } = app.ctx.vendors
  const refuse = vi.fn(() => Promise.reject(new VendorError('smtp', 503, 'login_refused')))
  const alert = alerts()
  if (!smtp) throw new Error('no mail server')
  const send = vi.spyOn(smtp, 'send').mockImplementation(refuse)
  for (let n = 0; n < 5; n++) {
    const payload = {
      notice: 'account_deleted',
      email: `x${n}@people.example`,
      language: 'en',
      at: app.clock.now().toISOString(),
    } as const
    await app.ctx.db.asAccounts((tx) => enqueueEmail(tx, app.ctx, { kind: 'account-notice', payload, userId: null }))
  }
  await minutes(3, 'smtp')
  expect(refuse.mock.calls.length).toBeLessThanOrEqual(4)
  expect(alert).toHaveBeenCalledTimes(1)
  send.mockRestore()
  await minutes(3, 'smtp')
  expect(await sql((tx) => tx.selectFrom('app.outgoing_emails').select('id').execute())).toEqual([])
})

test('a refused key of Stripe: one request a minute, one alert, and no alert per customer', async () => {
  const customers = [await signUpCustomer(app), await signUpCustomer(app)]
  for (const customer of customers) await customer.subscribe()
  await app.runDueJobs()
  const alert = alerts()
  const perCustomer = vi.spyOn(app.ctx.events, 'billingAlert')
  await fault({ service: 'stripe', path: '', status: 401 })
  await sql(async (tx) => {
    const users = await tx.selectFrom('app.billing_customers').select('user_id').execute()
    for (const { user_id } of users) await requestSync(tx, user_id, app.clock.now())
  })
  expect(await minutes(3, 'stripe')).toBe(1)
  expect([alert.mock.calls.length, perCustomer.mock.calls.length]).toEqual([1, 0])
  await fault()
  await minutes(3, 'stripe')
  const due = await sql((tx) =>
    tx
      .selectFrom('app.billing_customers')
      .select('user_id')
      .whereRef('syncs_requested', '>', 'syncs_completed')
      .execute(),
  )
  expect(due).toEqual([])
})

test('a refused key of the language model costs no request and no budget until the next minute', async () => {
  const baseUrl = `${app.sandbox.url}/api.openai.com/v1`
  const model = createLanguageModel({ baseUrl, apiKey: 'mailroom-sandbox-key', model: 'sandbox-model' })
  const ctx = { ...app.ctx, vendors: { ...app.ctx.vendors, model } }
  const consume = vi.spyOn(app.ctx.limits, 'tryConsume')
  const about = { userId: randomUUID(), mailboxId: null, logId: null, purpose: 'draft_reply' }
  const ask = () => requestText(ctx, about, { system: 'x', user: 'y', data: null, maxTokens: 10 })
  await app.control('DELETE', '/control/requests')
  await fault({ service: 'model', path: 'chat', status: 401 })
  for (let n = 0; n < 10; n++) expect(await ask()).toBeNull()
  expect([(await requestsTo(app, 'model')).length, consume.mock.calls.length]).toEqual([1, 1])
  await fault()
  await app.control('PUT', '/control/model', { mode: 'scripted', answers: ['ANSWER'] })
  await app.advance('1 min')
  expect(await ask()).toBe('ANSWER')
})
