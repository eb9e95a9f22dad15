import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ofFile } from '../../test/kit/of-file.ts'
import { startTables } from './testing/start-tables.ts'

/** No caller may write a plan, status, limit, period or Stripe id, whatever method, header, embed or upsert is used. */
/** `payer`: Pro and an add-on; `free`: the free plan; `newcomer`: no subscription. */
let [payer, free, newcomer]: { userId: string; token: string }[] = []
const [subscription, freeRow] = [randomUUID(), randomUUID()]

const tables = await ofFile(startTables())
;[payer, free, newcomer] = [await tables.addUser(), await tables.addUser(), await tables.addUser()]
const { data } = await tables.client().from('plans').select('id,name')
const plans = Object.fromEntries((data ?? []).map(({ id, name }) => [name, id]))
const addon = (await tables.client().from('addons').select('id').limit(1).single()).data?.id
await tables.asOwner(`
  begin; set local role service_role;
  insert into subscriptions
     (id, user_id, plan_id, status, stripe_customer_id, stripe_subscription_id, provider_status, current_period_end)
    values ('${subscription}', '${payer?.userId}', '${plans['Pro']}', 'active', 'cus_1', 'sub_1', 'active', now());
  insert into subscription_addons (user_id, subscription_id, addon_id, quantity)
     values ('${payer?.userId}', '${subscription}', '${addon}', 1);
  insert into subscriptions (id, user_id, plan_id, status)
     values ('${freeRow}', '${free?.userId}', '${plans['Free']}', 'active');
  insert into usage (user_id, month, emails_processed)
     values ('${payer?.userId}', '2026-11-01', 40), ('${free?.userId}', '2026-11-01', 99);
  insert into app.billing_customers (user_id, mode, stripe_customer_id, created_at)
     values ('${payer?.userId}', 'sandbox', 'cus_1', now());
  commit`)

/** All billing rows without their timestamps. */
const allRows = () =>
  tables.db.asService(async (tx) =>
    JSON.stringify(
      [
        await tx.selectFrom('plans').selectAll().orderBy('id').execute(),
        await tx.selectFrom('addons').selectAll().orderBy('id').execute(),
        await tx.selectFrom('subscriptions').selectAll().orderBy('id').execute(),
        await tx.selectFrom('subscription_addons').selectAll().orderBy('id').execute(),
        await tx.selectFrom('usage').selectAll().orderBy('user_id').execute(),
        await tx.selectFrom('app.billing_customers').selectAll().execute(),
      ],
      (name, value: unknown) => (name === 'updated_at' ? undefined : value),
    ),
  )
const send = (
  user: { token: string } | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  tables.request(path, {
    method,
    headers: { ...(user && { authorization: `Bearer ${user.token}` }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

const upserts = [
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates',
  'resolution=merge-duplicates,missing=default',
]
/** All request forms that write a body, and some that the protocol does not define. */
function* writeRequests(table: string, filter: string, body: Record<string, unknown>) {
  const columns = Object.keys(body).join()
  yield ['POST', `/${table}`, body, {}] as const
  yield ['POST', `/${table}`, [body], { prefer: 'return=representation' }] as const
  yield ['POST', `/${table}?columns=${columns}`, [body], {}] as const
  for (const prefer of upserts)
    for (const target of ['?on_conflict=id', '?on_conflict=user_id'])
      yield ['POST', `/${table}${target}`, body, { prefer }] as const
  yield ['PATCH', `/${table}?${filter}`, body, {}] as const
  yield ['PATCH', `/${table}?${filter}&select=*,plan:plans(*)`, body, { prefer: 'return=representation' }] as const
  yield ['PATCH', `/${table}?id=not.is.null`, body, { prefer: 'return=representation,handling=strict' }] as const
  yield ['PATCH', `/${table}`, body, {}] as const
  yield ['PUT', `/${table}?${filter}`, body, {}] as const
  yield ['PATCH', `/${table}?${filter}`, body, { role: 'service_role', 'content-profile': 'app' }] as const
  yield [
    'POST',
    `/${table}?${filter}`,
    body,
    { 'x-http-method-override': 'PATCH', 'content-profile': 'public' },
  ] as const
}

const proPlanId = () => plans['Pro'] ?? ''
const attacks: [string, () => Record<string, unknown>][] = [
  ['a paid plan', () => ({ plan_id: proPlanId() })],
  [
    'a paid plan, with every column that the page may write',
    () => ({ plan_id: proPlanId(), status: 'active', stripe_subscription_id: null, updated_at: '2099-01-01' }),
  ],
  ['another status', () => ({ status: 'trialing' })],
  ['a period', () => ({ current_period_end: '2099-01-01', current_period_start: '2026-01-01' })],
  ['the cancellation reverted', () => ({ cancel_at_period_end: false })],
  ['a Stripe subscription id', () => ({ stripe_subscription_id: 'sub_of_mine' })],
  ['the Stripe customer id of another user', () => ({ stripe_customer_id: 'cus_1' })],
  ['the status at Stripe', () => ({ provider_status: 'active', provider_synced_at: '2099-01-01' })],
  ['a pending change', () => ({ pending_update_expires_at: '2099-01-01' })],
  ['another user', () => ({ user_id: payer?.userId })],
  ['another row', () => ({ id: randomUUID() })],
  ['a creation date', () => ({ created_at: '2099-01-01' })],
  ['an embedded plan', () => ({ plan: { price_monthly: 0, email_limit: 10 ** 6 } })],
]

describe.each(attacks)('refuses to write to a subscription: %s', (attack, change) => {
  // The columns that may be written are the same for every user: the rows are not.
  const roles = /^(a paid plan|another user)$/.test(attack)
    ? (['payer', 'free', 'newcomer'] as const)
    : (['payer'] as const)
  test.each(roles)('as %s', async (name) => {
    const user = { payer, free, newcomer }[name]
    const before = await allRows()
    const row = { user_id: user?.userId, plan_id: plans['Free'], status: 'active', cancel_at_period_end: false }
    for (const body of [change(), { ...row, ...change() }]) {
      // Only a row with the free plan may be written.
      const isFreeRow =
        attack === 'the cancellation reverted' &&
        body['plan_id'] === plans['Free'] &&
        body['cancel_at_period_end'] === false
      if (isFreeRow) continue
      for (const [method, path, sent, headers] of writeRequests('subscriptions', `user_id=eq.${user?.userId}`, body)) {
        const response = await send(user, method, path, sent, headers)
        // An accepted request must not change a row.
        const text = await response.text()
        if (response.status < 300)
          expect([method, path, headers, text]).toEqual([method, path, headers, expect.toBeOneOf(['', '[]'])])
      }
    }
    expect(await allRows()).toBe(before)
  })
})

test('refuses to clear the Stripe reference of a paid subscription, or to select the free plan', async () => {
  const before = await allRows()
  const body = { plan_id: plans['Free'], status: 'active', stripe_subscription_id: null }
  await send(payer, 'PATCH', `/subscriptions?id=eq.${subscription}`, body)
  await send(payer, 'DELETE', `/subscriptions?id=eq.${subscription}`)
  await send(
    payer,
    'POST',
    '/subscriptions?on_conflict=user_id',
    { ...body, user_id: payer?.userId, cancel_at_period_end: false },
    { prefer: upserts[0] ?? '' },
  )
  expect(await allRows()).toBe(before)
})

describe.each([
  [
    'subscription_addons',
    () => ({ subscription_id: subscription, addon_id: addon, quantity: 99, user_id: payer?.userId }),
  ],
  ['usage', () => ({ user_id: payer?.userId, month: '2026-11-01', emails_processed: 0 })],
  ['plans', () => ({ name: 'Mine', price_monthly: 0, email_limit: 10 ** 6 })],
  ['addons', () => ({ name: 'Mine', price_monthly: 0, email_limit: 10 ** 6 })],
] as [string, () => Record<string, unknown>][])('%s is read only', (table, row) => {
  test('refuses every method for every role', async () => {
    const before = await allRows()
    for (const user of [payer, newcomer, undefined]) {
      for (const [method, path, sent, headers] of writeRequests(table, 'user_id=not.is.null', row())) {
        const response = await send(user, method, path, sent, headers)
        expect([method, path, response.status >= 400]).toEqual([method, path, true])
      }
      for (const path of [`/${table}?id=not.is.null`, `/${table}?user_id=not.is.null`, `/${table}`])
        expect((await send(user, 'DELETE', path)).status).toBeGreaterThanOrEqual(400)
    }
    expect(await allRows()).toBe(before)
  })
})

test('exposes no Stripe table in any schema profile', async () => {
  for (const table of [
    'billing_customers',
    'checkout_attempts',
    'stripe_events',
    'stripe_prices',
    'stripe_setups',
    'pending_customer_closures',
    'rpc/email_limit_total',
  ])
    for (const profile of ['public', 'app', 'auth'])
      for (const user of [payer, undefined]) {
        const response = await send(user, 'GET', `/${table}`, undefined, { 'accept-profile': profile })
        expect([table, profile, response.status >= 400]).toEqual([table, profile, true])
        expect(await response.text()).not.toContain('cus_1')
      }
})

test('returns only the caller’s subscription, also through an embed', async () => {
  const read = async (user: { token: string } | undefined, path: string) => (await send(user, 'GET', path)).json()
  expect(
    await read(payer, '/subscriptions?select=stripe_customer_id,pending_update_expires_at,provider_status'),
  ).toEqual([{ stripe_customer_id: 'cus_1', pending_update_expires_at: null, provider_status: 'active' }])
  expect(await read(newcomer, '/subscriptions?select=*')).toEqual([])
  expect(JSON.stringify(await read(newcomer, '/plans?select=*,subscriptions(*)'))).not.toContain('cus_1')
})

test('allows a user to insert one free subscription and no second one', async () => {
  const row = { user_id: newcomer?.userId, plan_id: plans['Free'], status: 'active', cancel_at_period_end: false }
  expect((await send(newcomer, 'POST', '/subscriptions', row)).status).toBe(201)
  expect((await send(newcomer, 'POST', '/subscriptions', row)).status).toBe(409)
})
