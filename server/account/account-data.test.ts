import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { AccountExport } from '../../contract/functions/account-data.ts'
import { allRows, rowsContaining } from '../../test/kit/all-rows.ts'
import { liveMailbox } from '../../test/kit/live-mailbox.ts'
import { callFunction, deliver, eventually, signUp, type Visitor } from '../../test/kit/outlook.ts'
import { signUpOperator } from '../../test/kit/operator.ts'
import { exportedColumns, withheldColumns } from '../../test/kit/account-export-columns.ts'
import { insertUserRows } from '../../test/kit/users.ts'
import { goodPassword } from '../../test/kit/start-accounts.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { testSecrets } from '../../test/kit/test-secrets.ts'
import { apiKeysOf } from '../auth/keys/api-keys.ts'
import { removeUser } from '../auth/user-rows/user-queries.ts'
import { makeOperator } from '../shared/operators.ts'
import { personalTables } from './queries.ts'

const app = await appOfFile()

const ask = (who: Visitor, input: unknown) => callFunction(app, who, 'account-data', input)
const addressOf = async (who: Visitor): Promise<string> => (await app.ctx.access.verify(who.token)).email

async function exportOf(who: Visitor) {
  const { status, body } = await ask(who, { action: 'export' })
  expect(status).toBe(200)
  return AccountExport.parse(body)
}

test('the export contains the user’s rows of every personal table, and no other user’s', async () => {
  const at = await liveMailbox(app)
  const otherUser = await liveMailbox(app)
  await at.subscribe()
  await deliver(app, at.email, 'About the boiler')
  await eventually(at.recordedMessageIds, (seen) => seen.length > 0)
  await app.runDueJobs()
  const { tables } = await exportOf(at.who)
  const listed = await app.ctx.db.asService(personalTables)
  expect(Object.keys(tables).sort()).toEqual(listed.map(({ schema, table }) => `${schema}.${table}`).sort())
  expect(tables['auth.users']).toMatchObject([{ id: at.who.userId, email: await addressOf(at.who) }])
  expect(tables['public.mailboxes']).toMatchObject([{ id: at.mailboxId, email_address: at.email }])
  expect(tables['public.email_processing_logs']).toMatchObject([{ subject: 'About the boiler' }])
  expect(tables['auth.audit_log_entries']).toContainEqual(expect.objectContaining({ action: 'data_exported' }))
  const text = JSON.stringify(tables)
  expect(text).not.toContain(otherUser.who.userId)
  expect(text).not.toContain(otherUser.email)
})

test('the keys of the export and the columns that it leaves out are the listed ones', async () => {
  const listed = await app.ctx.db.asService(personalTables)
  const { rows } = await app.ctx.db.asService((tx) =>
    sql<{ name: string }>`
      select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
      where has_column_privilege('authenticated', format('%I.%I', table_schema, table_name), column_name, 'select')
    `.execute(tx),
  )
  const isReadable = new Set(rows.map(({ name }) => name))
  const columnsOf = (column: 'columns' | 'withheld') =>
    Object.fromEntries(
      listed
        .map((table) => ({ name: `${table.schema}.${table.table}`, columns: table[column] }))
        .map(({ name, columns }) => [name, columns.filter((each) => !isReadable.has(`${name}.${each}`)).join(' ')])
        .filter(([, columns]) => columns !== ''),
    )
  expect(columnsOf('columns')).toEqual(exportedColumns)
  expect(columnsOf('withheld')).toEqual(withheldColumns)
  const who = await signUp(app)
  const { tables } = await exportOf(who)
  expect(Object.keys(tables['auth.users']?.[0] ?? {}).sort()).toEqual(exportedColumns['auth.users'].split(' ').sort())
})

test('finds every table with rows of users', async () => {
  const account = await insertUserRows(app.ctx.db)
  const touched = (await allRows(app.database))
    .filter((row) => row.includes(account.id))
    .map((row) => row.split(' ')[0])
  const listed = await app.ctx.db.asService(personalTables)
  expect(listed.map(({ schema, table }) => `${schema}.${table}`)).toEqual(expect.arrayContaining([...new Set(touched)]))
  // This row's tokens are invalid; delete it so that no mailbox job finds it.
  await app.ctx.db.asAccounts((tx) => removeUser(tx, account.id))
})

test('an export requires only a session', async () => {
  const who = await signUp(app)
  await app.advance('30 min')
  expect((await exportOf(who)).tables['auth.users']).toHaveLength(1)
})

test('excludes secrets and hashes', async () => {
  const at = await liveMailbox(app)
  const text = JSON.stringify((await exportOf(at.who)).tables)
  expect(text).not.toMatch(/encrypted_password|_sealed|_hash|argon2|"v\d\./)
  expect(text).not.toContain(goodPassword)
})

test('a deleted account leaves no row and no subscription, cannot sign in, and its owner is notified', async () => {
  const at = await liveMailbox(app)
  await at.subscribe()
  await deliver(app, at.email)
  await eventually(at.recordedMessageIds, (seen) => seen.length > 0)
  const email = await addressOf(at.who)
  expect(await ask(at.who, { action: 'delete' })).toMatchObject({ status: 200, body: { success: true } })
  expect(await ask(at.who, { action: 'export' })).toMatchObject({ status: 401 })
  expect(await at.atMicrosoft()).toHaveLength(1)
  await app.runDueJobs()
  expect(await at.atMicrosoft()).toEqual([])
  for (const trace of [at.who.userId, at.mailboxId, email])
    expect(await rowsContaining(app.database, trace)).toEqual([])
  expect(await mailsTo(email)).toEqual(['Your Mailroom account was deleted'])
  expect(await passwordGrant(email)).toMatchObject({ status: 400 })
})

test('the address is free immediately, before the data is purged', async () => {
  const who = await signUp(app)
  const email = await addressOf(who)
  await ask(who, { action: 'delete' })
  const again = await authCall('/signup', { email, password: goodPassword })
  expect(again.status).toBe(200)
  await app.runDueJobs()
  expect(await passwordGrant(email)).toMatchObject({ status: 200 })
})

test('refuses to delete the account without a recent sign-in or with a wrong code', async () => {
  const who = await signUp(app)
  const email = await addressOf(who)
  await app.advance('6 min')
  const before = await rowCount(who)
  expect(await ask(who, { action: 'delete' })).toMatchObject({
    status: 403,
    body: { error: { code: 'reauthentication_needed' } },
  })
  expect(await ask(who, { action: 'delete', nonce: '000000' })).toMatchObject({ status: 403 })
  expect(await rowCount(who)).toBe(before)
  expect(await passwordGrant(email)).toMatchObject({ status: 200 })
})

test('an emailed code replaces the recent sign-in', async () => {
  const who = await signUp(app)
  const email = await addressOf(who)
  await app.advance('6 min')
  const headers = { apikey: app.ctx.access.anonKey, authorization: `Bearer ${who.token}` }
  await fetch(`${app.url}/auth/v1/reauthenticate`, { headers })
  await app.runDueJobs()
  const code = /\b\d{6}\b/.exec((await outbox()).find(({ to }) => to === email)?.text ?? '')?.[0]
  expect(await ask(who, { action: 'delete', nonce: code })).toMatchObject({ status: 200 })
})

test('the last operator of other accounts stays; of two operators one may go', async () => {
  const [last, other] = [await signUpOperator(app), await signUp(app)]
  expect(await ask(last, { action: 'delete' })).toMatchObject({
    status: 409,
    body: { error: { code: 'last_operator' } },
  })
  await app.ctx.db.asAccounts((tx) => makeOperator(tx, other.userId))
  expect(await ask(last, { action: 'delete' })).toMatchObject({ status: 200 })
})

test('an account deleted by the operator is purged as completely', async () => {
  const at = await liveMailbox(app)
  await at.subscribe()
  const { service } = apiKeysOf(testSecrets.JWT_SECRET)
  const operator = createClient(app.url, service, { auth: { persistSession: false, autoRefreshToken: false } })
  expect((await operator.auth.admin.deleteUser(at.who.userId)).error).toBeNull()
  await app.runDueJobs()
  expect(await at.atMicrosoft()).toEqual([])
  expect(await rowsContaining(app.database, at.who.userId)).toEqual([])
})

test('purges the account when Microsoft does not respond', async () => {
  const at = await liveMailbox(app)
  await at.subscribe()
  await app.faults({ service: 'graph', path: '', status: 503 })
  await ask(at.who, { action: 'delete' })
  await app.runDueJobs()
  await app.faults()
  expect(await rowsContaining(app.database, at.who.userId)).toEqual([])
})

test('the nightly job completes an interrupted deletion', async () => {
  const who = await signUp(app)
  await ask(who, { action: 'delete' })
  await app.ctx.db.pool.query(`delete from pgboss.job where name = 'delete-account'`)
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'purge-expired-account-data', {}))
  await app.runDueJobs()
  expect(await rowsContaining(app.database, who.userId)).toEqual([])
})

test('refuses unknown actions and fields', async () => {
  const who = await signUp(app)
  for (const input of [{}, { action: 'erase' }, { action: 'delete', userId: randomUUID() }])
    expect(await ask(who, input)).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } })
})

const rowCount = async ({ userId }: Visitor): Promise<number> =>
  (await allRows(app.database)).filter((row) => row.includes(userId)).length

const authCall = (path: string, body: object): Promise<Response> =>
  fetch(`${app.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: app.ctx.access.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const passwordGrant = (email: string): Promise<Response> =>
  authCall('/token?grant_type=password', { email, password: goodPassword })

const mailsTo = async (email: string): Promise<string[]> =>
  (await outbox()).filter(({ to }) => to === email).map(({ subject }) => subject)

const Outbox = z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() }))
const outbox = async () => Outbox.parse(await app.control('GET', '/control/outbox'))
