import { createHmac } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allRows } from './kit/all-rows.ts'
import {
  answerConsent,
  callFunction,
  connectMailbox,
  deliver,
  followBack,
  newMailbox,
  signUp,
  type Visitor,
} from './kit/outlook.ts'
import { goodPassword, newEmail } from './kit/start-accounts.ts'
import { startApp, type App } from './kit/start-app.ts'
import { testSecrets } from './kit/test-secrets.ts'

/** Requests that must be refused, over HTTP, one per test: the right status, a clear message, and no changed row. */
let app: App
let anna: Visitor
let mailboxId = ''
let folderId = ''
let annasAddress = ''
let ben: Visitor
beforeAll(async () => {
  app = await startApp()
  anna = await signUp(app)
  ben = await signUp(app)
  annasAddress = await newMailbox(app, { folders: [{ displayName: 'Invoices' }, { displayName: 'Club' }] })
  mailboxId = await connectMailbox(app, anna, annasAddress)
  await app.runDueJobs()
  await callFunction(app, anna, 'mail-webhook-management', { action: 'subscribe', mailboxId })
  await app.runDueJobs()
  folderId = String((await tables(anna).from('email_folders').select('id').limit(1).single()).data?.id)
})
afterAll(() => app[Symbol.asyncDispose]())

let before: string[] = []
beforeEach(async () => {
  before = await allRows(app.database)
  expect(before.length).toBeGreaterThan(20)
})
const nothingChanged = async (): Promise<void> => expect(await allRows(app.database)).toEqual(before)

/** The official client, signed in as this user. */
const tables = (who: Visitor) =>
  createClient(app.url, app.ctx.access.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    accessToken: () => Promise.resolve(who.token),
  })

async function post(path: string, body: string, headers: Record<string, string> = {}, at = app) {
  const answer = await fetch(at.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: at.ctx.access.anonKey, ...headers },
    body,
  })
  const text = await answer.text()
  return { status: answer.status, text, body: text === '' ? null : JSON.parse(text) }
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const status = '{"action":"status"}'

describe('sign-up', () => {
  test('with a short password', async () => {
    const { status: code, body } = await post(
      '/auth/v1/signup',
      JSON.stringify({ email: newEmail(), password: '7 chars' }),
    )
    expect(code).toBe(422)
    expect(body).toMatchObject({ error_code: 'weak_password', msg: expect.stringMatching(/at least 8 characters/i) })
    await nothingChanged()
  })

  test('with a taken address, in any spelling', async () => {
    const email = newEmail()
    expect((await post('/auth/v1/signup', JSON.stringify({ email, password: goodPassword }))).status).toBe(200)
    before = await allRows(app.database)
    for (const same of [email, email.toUpperCase(), ` ${email} `]) {
      const { status: code, body } = await post(
        '/auth/v1/signup',
        JSON.stringify({ email: same, password: goodPassword }),
      )
      expect(code).toBe(422)
      expect(body).toMatchObject({ error_code: 'user_already_exists', msg: 'User already registered' })
    }
    await nothingChanged()
  })
})

describe('tokens', () => {
  const paths = ['/functions/v1/mail-graph', '/auth/v1/logout', '/rest/v1/email_folders']

  test('forged', async () => {
    const [header = '', claims = '', signature = ''] = anna.token.split('.')
    const own = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const asBen = Buffer.from(JSON.stringify({ ...own, sub: ben.userId })).toString('base64url')
    const hmac = `${Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')}.${claims}`
    const signed = createHmac('sha256', testSecrets.JWT_SECRET).update(hmac).digest('base64url')
    for (const token of [`${header}.${asBen}.${signature}`, `${header}.${claims}.`, `${hmac}.${signed}`]) {
      for (const path of paths) {
        const answer = await post(path, status, bearer(token))
        expect([path, answer.status]).toEqual([path, expect.toBeOneOf([401, 403])])
      }
    }
    await nothingChanged()
  })

  test('expired', async () => {
    await using later = await startApp()
    const cleo = await signUp(later)
    expect((await post('/functions/v1/mail-graph', status, bearer(cleo.token), later)).status).toBe(200)
    later.clock.advance('61 min')
    const rows = await allRows(later.database)
    for (const path of paths) {
      const answer = await post(path, status, bearer(cleo.token), later)
      expect([path, answer.status]).toEqual([path, expect.toBeOneOf([401, 403])])
    }
    expect(await allRows(later.database)).toEqual(rows)
  })

  test('of an ended session', async () => {
    const cleo = await signUp(app)
    await post('/auth/v1/logout', '{}', bearer(cleo.token))
    before = await allRows(app.database)
    const answer = await post('/functions/v1/mail-graph', status, bearer(cleo.token))
    expect([answer.status, answer.body.error.code]).toEqual([401, 'session_ended'])
    expect((await post('/rest/v1/email_folders', '{}', bearer(cleo.token))).status).toBe(401)
    await nothingChanged()
  })
})

describe('rows of other users', () => {
  test('by id, by filter, by embedding, by counting', async () => {
    const from = (name: string) => tables(ben).from(name)
    expect((await from('email_folders').select('*').eq('id', folderId)).data).toEqual([])
    expect((await from('email_folders').select('*').eq('user_id', anna.userId)).data).toEqual([])
    expect((await from('email_folders').select('*').or(`mailbox_id.eq.${mailboxId},active.is.true`)).data).toEqual([])
    expect((await from('email_actions').select('id,email_folder_actions(*)')).data).toSatisfy(
      (rows: { email_folder_actions: unknown[] }[]) => rows.every((row) => row.email_folder_actions.length === 0),
    )
    expect((await from('email_folders').select('*', { count: 'exact', head: true })).count).toBe(0)
    expect((await from('mailboxes').select('id', { count: 'exact' }).eq('id', mailboxId)).count ?? 0).toBe(0)
    await nothingChanged()
  })

  test('by update, insert and delete', async () => {
    const theirs = tables(ben).from('email_folders')
    expect((await theirs.update({ active: false }).eq('id', folderId).select()).data).toEqual([])
    const added = await theirs.insert({ mailbox_id: mailboxId, folder_name: 'Mine', display_name: 'Mine' })
    expect(added.status).toBe(403)
    expect((await theirs.delete().eq('id', folderId)).status).toBe(403)
    const action = (await tables(ben).from('email_actions').select('id').limit(1).single()).data?.id
    const attached = await tables(ben)
      .from('email_folder_actions')
      .insert({ folder_id: folderId, action_id: action, action_order: 1 })
    expect(attached.status).toBe(403)
    await nothingChanged()
  })
})

test('records no notification with a wrong clientState, and gives a forger no hint', async () => {
  const ids = await app.ctx.db.asService((tx) =>
    tx.selectFrom('app.graph_subscriptions').select('provider_subscription_id as id').execute(),
  )
  const subscriptionId = ids[0]?.id
  expect(subscriptionId).toBeTypeOf('string')
  for (const clientState of ['wrong', '', 'x'.repeat(128), undefined]) {
    const item = { subscriptionId, clientState, changeType: 'created', resourceData: { id: 'AAA' } }
    const lifecycle = { subscriptionId, clientState, lifecycleEvent: 'subscriptionRemoved' }
    const answer = await post('/api/mail-webhook', JSON.stringify({ value: [item, lifecycle] }))
    expect([answer.status, answer.text]).toEqual([202, ''])
  }
  await nothingChanged()
})

describe('callback', () => {
  const authorize = async (who: Visitor) => {
    const { body, headers } = await callFunction(app, who, 'mail-authentication', { action: 'authorize' })
    return { url: String(body['url']), cookie: headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
  const mailboxes = async () => (await allRows(app.database)).filter((row) => row.startsWith('public.mailboxes '))
  const callback = (query: string) => `${app.url}/api/microsoft/callback?${query}`

  test('with a wrong or missing state', async () => {
    for (const query of ['code=x&state=forged', 'code=x', 'state=', 'error=access_denied'])
      expect([query, (await followBack(callback(query))).get('error')]).toEqual([query, 'sign_in_expired'])
    await nothingChanged()
  })

  test('with a used state', async () => {
    const { url } = await authorize(ben)
    const back = await answerConsent(url, await newMailbox(app))
    expect((await followBack(back)).get('mailbox_connected')).toBe('true')
    before = await allRows(app.database)
    const again = await followBack(back)
    expect(again.get('error')).toBe('sign_in_expired')
    expect(again.get('error_details')).toMatch(/already used or has expired/)
    await nothingChanged()
  })

  test('for a mailbox of another account, without naming the owner', async () => {
    const own = await mailboxes()
    const { url } = await authorize(ben)
    const back = await followBack(await answerConsent(url, annasAddress))
    expect(back.get('error')).toBe('mailbox_taken')
    expect(back.get('error_details')).toBe('This mailbox is already connected to another account.')
    expect(back.toString()).not.toContain(anna.userId)
    expect(await mailboxes()).toEqual(own)
    expect((await callFunction(app, anna, 'mail-graph', { action: 'sync-folders', mailboxId })).status).toBe(200)
  })
})

describe('folder name', () => {
  test.each([
    ['empty', '', 400, 'folder_name_required'],
    ['blank', ' \t ', 400, 'folder_name_required'],
    ['too long', 'x'.repeat(256), 400, 'folder_name_too_long'],
    ['with control characters', 'a\u0000b', 400, 'folder_name_invalid'],
    ['taken', 'Invoices', 409, 'folder_exists'],
    ['taken, written otherwise', ' invoices ', 409, 'folder_exists'],
  ])('that is %s', async (_what, folderName, answered, code) => {
    const folders = async () => JSON.stringify(await app.control('GET', `/control/outlook/${annasAddress}/folders`))
    const inOutlook = await folders()
    const answer = await callFunction(app, anna, 'mail-graph', { action: 'create-folder', mailboxId, folderName })
    expect([answer.status, answer.body['error']]).toEqual([answered, expect.objectContaining({ code })])
    expect(await folders()).toBe(inOutlook)
    await nothingChanged()
  })
})

test('refuses a function body that is not JSON, too large, or has unknown fields', async () => {
  const create = { action: 'create-folder', mailboxId, folderName: 'New' }
  for (const [body, answered, code] of [
    [`${JSON.stringify(create)}}`, 400, 'invalid_json'],
    [JSON.stringify({ ...create, folderName: 'x'.repeat(300_000) }), 413, 'payload_too_large'],
    [JSON.stringify({ ...create, userId: ben.userId }), 400, 'invalid_input'],
  ] as const) {
    const answer = await post('/functions/v1/mail-graph', body, bearer(anna.token))
    expect([answer.status, answer.body.error.code]).toEqual([answered, code])
    expect(answer.body.error.message).toMatch(/^The .{10,}\.?$/)
  }
  await nothingChanged()
})

test('still records a message to the mailbox after all refusals', async () => {
  const id = await deliver(app, annasAddress, 'After all')
  await expect
    .poll(async () => {
      await app.runDueJobs()
      return (await tables(anna).from('email_processing_logs').select('message_id').eq('message_id', id)).data?.length
    })
    .toBe(1)
})
