import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stripeClientOf } from '../testing/stripe-client.ts'
import {
  clientWith,
  listAt,
  startNotificationReceiver,
  startTestSandbox,
  textAt,
  type TestSandbox,
  startsAt,
} from '../testing/sandbox-client.ts'

const EMAIL = 'ada@contoso.example'
const INBOX = '/me/mailFolders/inbox/messages'

function newStateDir(): string {
  const path = mkdtempSync(join(tmpdir(), 'sandbox-state-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const refresh = async (sandbox: TestSandbox, tokens: unknown) =>
  sandbox.token({ grant_type: 'refresh_token', refresh_token: textAt(tokens, 'refresh_token') })

async function followDelta(client: ReturnType<typeof clientWith>, link: string) {
  const { body } = await client.get(link)
  return {
    link: String(Object(body)['@odata.deltaLink']),
    subjects: listAt(body).map((item) => textAt(item, 'subject')),
  }
}

test('mail, ids, change keys, delta links, tokens and subscriptions survive a restart', async () => {
  const stateDir = newStateDir()
  await using receiver = await startNotificationReceiver()
  await using first = await startTestSandbox(false, stateDir)
  await first.control('POST', '/outlook/mailboxes', { email: EMAIL, folders: [{ displayName: 'Bills' }] })
  const client = await first.signIn(EMAIL)
  const expirationDateTime = new Date(startsAt.getTime() + 3600_000).toISOString()
  const about = { changeType: 'created', notificationUrl: receiver.url, resource: INBOX, expirationDateTime }
  const subscription = await client.send('POST', '/subscriptions', about)
  const bytes = Buffer.alloc(100_000, 'file').toString('base64')
  const file = { '@odata.type': '#microsoft.graph.fileAttachment', name: 'a.txt', contentBytes: bytes }
  const filed = await first.deliver(EMAIL, { subject: 'filed', attachments: [file] }, 'Bills')
  await first.deliver(EMAIL, { subject: 'old' })
  const delta = await followDelta(client, `/me/mailFolders/inbox/messages/delta?$select=subject`)
  const mail = (await client.get(`/me/messages/${filed}?$expand=attachments`)).body
  await first.control('POST', '/clock', { advance: 'PT10M' })
  await first[Symbol.asyncDispose]()

  await using second = await startTestSandbox(false, stateDir)
  const again = clientWith(second.url, client.tokens)
  // The address of the sandbox differs.
  expect((await again.get(`/me/messages/${filed}?$expand=attachments`)).body).toEqual({
    ...Object(mail),
    '@odata.context': expect.any(String),
    webLink: expect.any(String),
  })
  expect((await refresh(second, client.tokens)).status).toBe(200)
  const now = Date.parse(textAt((await second.control('GET', '/info')).body, 'now'))
  expect(now).toBeGreaterThan(startsAt.getTime() + 9 * 60_000)
  const seen = receiver.items.length
  await second.deliver(EMAIL, { subject: 'new' })
  expect((await followDelta(again, delta.link.replace(first.url, second.url))).subjects).toEqual(['new'])
  await receiver.waitFor(seen + 1)
  expect(receiver.items.at(-1)).toMatchObject({ subscriptionId: textAt(subscription.body, 'id') })
  expect((await again.get(`${INBOX}?$select=subject`)).body).toMatchObject({
    value: [{ subject: 'new' }, { subject: 'old' }],
  })
  await expect(startTestSandbox(false, stateDir)).rejects.toThrow(`${second.url} uses it`)
  await second.control('POST', '/clock', { advance: 'PT1H' })
  expect((await second.control('GET', '/subscriptions')).body).toEqual([])
})

test('subscriptions of Stripe survive a restart and are renewed', async () => {
  const stateDir = newStateDir()
  await using first = await startTestSandbox(false, stateDir)
  const stripe = stripeClientOf(first)
  const product = await stripe.products.create({ name: 'Pro' })
  const recurring = { interval: 'month' } as const
  const price = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 1900, recurring })
  const customer = await stripe.customers.create({ email: EMAIL })
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: card.id,
  })
  await first[Symbol.asyncDispose]()

  await using second = await startTestSandbox(false, stateDir)
  const again = stripeClientOf(second)
  await second.control('POST', '/clock', { advance: 'P32D' })
  expect((await again.subscriptions.list({ customer: customer.id })).data).toMatchObject([{ status: 'active' }])
  expect((await again.invoices.list({ customer: customer.id })).data).toMatchObject([
    { amount_paid: 1900 },
    { amount_paid: 1900 },
  ])
})

test('after a crash every issued token works, and no id occurs again', async () => {
  const [stateDir, copy] = [newStateDir(), newStateDir()]
  await using first = await startTestSandbox(false, stateDir)
  await first.control('POST', '/outlook/mailboxes', { email: EMAIL })
  const client = await first.signIn(EMAIL)
  cpSync(stateDir, copy, { recursive: true })
  const lost = await first.deliver(EMAIL, { subject: 'not stored yet' })

  await using second = await startTestSandbox(false, copy)
  expect((await refresh(second, client.tokens)).status).toBe(200)
  expect(await second.deliver(EMAIL, { subject: 'another one' })).not.toBe(lost)
})

test('refuses a damaged state, one of another version and an incomplete one; only the user can read it', async () => {
  const stateDir = newStateDir()
  await (await startTestSandbox(false, stateDir))[Symbol.asyncDispose]()
  const files = readdirSync(stateDir).filter((name) => name !== 'blobs')
  expect(files.map((name) => statSync(join(stateDir, name)).mode & 0o777)).toEqual(files.map(() => 0o600))
  const place = join(stateDir, 'stripe')
  const good = readFileSync(place)
  writeFileSync(place, good.subarray(0, -1))
  await expect(startTestSandbox(false, stateDir)).rejects.toThrow('stripe: it is damaged')
  writeFileSync(place, good.toString('latin1').replace(/sandbox \d+ /, 'sandbox 0 '), 'latin1')
  await expect(startTestSandbox(false, stateDir)).rejects.toThrow('stripe: another version of the sandbox wrote it')
  rmSync(place)
  await expect(startTestSandbox(false, stateDir)).rejects.toThrow('stripe is missing')
})
