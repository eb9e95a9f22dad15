import { describe, expect, test } from 'vitest'
import { callFunction, connectMailbox, newMailbox, signUp } from '../../../../test/kit/outlook.ts'
import { runSql } from '../../../../test/kit/run-sql.ts'
import { appOfFile } from '../../../../test/kit/start-app.ts'
import { hashSecret } from '../../../sealed.ts'
import { parseChangeNotifications } from './parse-change-notifications.ts'
import { recordChangeNotifications } from './record-change-notifications.ts'

const app = await appOfFile()
const subscriptionId = 'aaaaaaaa-0000-4000-8000-000000000001'
const otherId = 'aaaaaaaa-0000-4000-8000-000000000002'
const clientState = 'the-secret-of-the-one'
const otherState = 'the-secret-of-the-other'

const who = await signUp(app)
const mailboxId = await live(await connectMailbox(app, who, await newMailbox(app)), subscriptionId, clientState)
const otherMailboxId = await live(
  await connectMailbox(app, await signUp(app), await newMailbox(app)),
  otherId,
  otherState,
)

async function live(id: string, provider_subscription_id: string, state: string): Promise<string> {
  await app.ctx.db.asService(async (tx) => {
    const { user_id } = await tx
      .updateTable('mailboxes')
      .set({ real_time: true })
      .where('id', '=', id)
      .returning('user_id')
      .executeTakeFirstOrThrow()
    const expires_at = new Date(app.clock.now().getTime() + 3600_000)
    const row = { mailbox_id: id, user_id, provider_subscription_id, client_state_hash: hashSecret(state), expires_at }
    await tx.insertInto('app.graph_subscriptions').values(row).execute()
  })
  return id
}

const item = (id: string, change: object = {}) => ({
  subscriptionId,
  clientState,
  changeType: 'created',
  resource: `Users/x/Messages/${id}`,
  tenantId: crypto.randomUUID(),
  resourceData: { '@odata.type': '#Microsoft.Graph.Message', id },
  ...change,
})
const post = (body: unknown, path = '/api/mail-webhook') =>
  fetch(`${app.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const waiting = async (mailbox = mailboxId) => {
  const rows = await app.ctx.db.asService((tx) => {
    const taken = tx.deleteFrom('app.inbox_events').where('mailbox_id', '=', mailbox)
    return taken.returning(['message_id', 'source']).execute()
  })
  return rows.map((row) => row.message_id).sort()
}

test('responds 405 to other methods', async () => {
  const { status, headers } = await fetch(`${app.url}/api/mail-webhook`)
  expect([status, headers.get('allow')]).toEqual([405, 'POST'])
})

test('warns of refused items, at most once a minute', async () => {
  const forged = { value: [item('m9', { clientState: 'wrong' })] }
  const warnings: object[] = []
  const ctx = {
    ...app.ctx,
    events: { ...app.ctx.events, changeNotificationsRefused: (at: object) => warnings.push(at) },
  }
  const { items } = parseChangeNotifications(Buffer.from(JSON.stringify(forged))) ?? { items: [] }
  for (let n = 0; n < 3; n++) await recordChangeNotifications(ctx, items)
  expect(warnings).toEqual([{ refused: 1 }])
  await app.advance('61 s')
  await recordChangeNotifications(ctx, items)
  expect(warnings).toHaveLength(2)
})

test('records genuine items once, also beside forged ones in one request', async () => {
  const answer = await post({
    value: [
      item('m1'),
      item('m1'),
      item('m2', { clientState: 'wrong' }),
      item('m3', { clientState: undefined }),
      item('m4', { clientState: otherState }),
      item('m5', { subscriptionId: crypto.randomUUID() }),
      item('m6', { changeType: 'updated' }),
      item('m7', { resourceData: {} }),
      item('x'.repeat(513)),
      item('a\u0000b'),
      null,
      7,
      'text',
      item('m8', { subscriptionId: otherId, clientState: otherState }),
      item('m9'),
    ],
  })
  expect([answer.status, await answer.text()]).toEqual([202, ''])
  expect(await waiting()).toEqual(['m1', 'm9'])
  expect(await waiting(otherMailboxId)).toEqual(['m8'])
})

test('responds to forged requests as to genuine ones', async () => {
  const [genuine, forged] = [
    await post({ value: [item('m1')] }),
    await post({ value: [item('m1', { clientState: 'x' })] }),
  ]
  // A body without a length is not handled in front of the router (`direct-posts.ts`).
  const body = new Blob([JSON.stringify({ value: [item('m1')] })]).stream()
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  const chunked = await fetch(`${app.url}/api/mail-webhook`, init)
  const framing = ['content-length', 'transfer-encoding']
  const seen = async (answer: Response) => {
    const headers = [...answer.headers.keys()].filter((name) => !framing.includes(name))
    return [answer.status, await answer.text(), headers.sort()]
  }
  const expected = await seen(genuine)
  expect(await seen(forged)).toEqual(expected)
  expect(await seen(chunked)).toEqual(expected)
  await waiting()
})

test.for([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['nothing', ''],
  ['no list', '{"value":{}}'],
])('refuses %s', async ([, body]) => {
  expect((await post(body)).status).toBe(400)
})

test('accepts 5,000 items, and refuses a body that is too large', async () => {
  const many = Array.from({ length: 5000 }, (_, index) => item(`many-${index}`, { padding: 'x'.repeat(500) }))
  expect((await post({ value: many })).status).toBe(202)
  expect(await waiting()).toHaveLength(5000)
  expect((await post({ value: [], padding: 'x'.repeat(9 * 2 ** 20) })).status).toBe(413)
})

test('accepts more unknown subscription ids than a statement allows parameters', async () => {
  const forged = Array.from({ length: 70_000 }, (_, index) => ({
    subscriptionId: `forged-${index}`,
    clientState: 'x',
    changeType: 'created',
    resourceData: { id: 'm' },
  }))
  expect((await post({ value: [...forged, item('among-them')] })).status).toBe(202)
  expect(await waiting()).toEqual(['among-them'])
})

test('records two hundred concurrent requests in shared transactions', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => post({ value: [item(`burst-${index % 160}`)] })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
  expect(await waiting()).toHaveLength(160)
})

test('does not respond 202 when the database refuses the write', async () => {
  await using blocker = await lockedOut()
  const answer = await post({ value: [item('never')] })
  expect(answer.status).toBeGreaterThanOrEqual(500)
  await blocker[Symbol.asyncDispose]()
  expect(await waiting()).toEqual([])
  expect((await post({ value: [item('again')] })).status).toBe(202)
  expect(await waiting()).toEqual(['again'])
})

/** Revokes the right to insert into the inbox table for a while. */
async function lockedOut(): Promise<AsyncDisposable> {
  await runSql(app.database.owner, 'revoke insert on app.inbox_events from service_role')
  return { [Symbol.asyncDispose]: () => runSql(app.database.owner, 'grant insert on app.inbox_events to service_role') }
}

describe('lifecycle events', () => {
  const event = (lifecycleEvent: string, change: object = {}) => ({
    subscriptionId,
    clientState,
    lifecycleEvent,
    ...change,
  })
  const renewedAt = async () =>
    (
      await app.ctx.db.asService((tx) =>
        tx
          .selectFrom('app.graph_subscriptions')
          .select('renewed_at')
          .where('mailbox_id', '=', mailboxId)
          .executeTakeFirst(),
      )
    )?.renewed_at.getTime()

  test('are verified like other items', async () => {
    const before = await renewedAt()
    for (const change of [{ clientState: 'x' }, { clientState: otherState }, { clientState: undefined }]) {
      expect(
        (await post({ value: [event('reauthorizationRequired', change), event('subscriptionRemoved', change)] }))
          .status,
      ).toBe(202)
    }
    expect((await post({ value: [event('something new')] })).status).toBe(202)
    expect(await renewedAt()).toBe(before)
  })
})

describe('validation of the webhook', () => {
  const shake = (token: string, init: RequestInit = {}) =>
    fetch(`${app.url}/api/mail-webhook?validationToken=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      ...init,
    })

  test('returns the token, decoded once, as plain text', async () => {
    const token = 'Validation: Testing client "application" reachability for 100%25 é + Request-Id: 1-2'
    const answer = await shake(encodeURIComponent(token))
    expect([answer.status, await answer.text()]).toEqual([200, token])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(await (await shake('a+b%20c')).text()).toBe('a b c')
  })

  test.for([
    ['markup', '%3Cscript%3E'],
    ['a control character', 'a%00b'],
    ['a line break', 'a%0d%0ab'],
    ['too much', 'x'.repeat(1025)],
  ] as const)('refuses %s', async ([, token]) => {
    const answer = await shake(token)
    expect(answer.status).toBe(400)
    expect(await answer.text()).not.toContain('<')
  })

  test('refuses GET', async () => {
    const answer = await shake('token', { method: 'GET' })
    expect(await answer.text()).not.toBe('token')
  })
})

test('the documented URL redirects with method, body and query', async () => {
  const answer = await post({ value: [item('old')] }, '/api/email-webhook?validationToken=a%20b&x=1')
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/api/mail-webhook?validationToken=a%20b&x=1'])
  const followed = await fetch(`${app.url}/api/email-webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ value: [item('followed')] }),
  })
  expect(followed.status).toBe(202)
  expect(await waiting()).toEqual(['followed'])
})

test('records nothing while real-time sorting is off', async () => {
  const set = (real_time: boolean) =>
    app.ctx.db.asService((tx) => tx.updateTable('mailboxes').set({ real_time }).where('id', '=', mailboxId).execute())
  await set(false)
  expect((await post({ value: [item('off')] })).status).toBe(202)
  expect(await waiting()).toEqual([])
  await set(true)
})

test('functions refuse invalid input', async () => {
  const who = await signUp(app)
  for (const name of ['mail-graph', 'microsoft-graph', 'mail-authentication', 'mail-webhook-management']) {
    for (const input of [
      {},
      { action: 'nonsense' },
      { action: 'status', mailboxId: 'x' },
      { action: 'status', extra: 1 },
      [],
    ]) {
      expect(await callFunction(app, who, name, input)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_input' } },
      })
    }
    expect(await callFunction(app, { ...who, token: 'x.y.z' }, name, { action: 'status' })).toMatchObject({
      status: 401,
    })
  }
})
