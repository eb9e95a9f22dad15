import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/kit/database.ts'
import { ofFile } from '../../test/kit/of-file.ts'
import { openDatabase } from './database.ts'
import type { Claims, Tx } from './database.ts'

const errors: Error[] = []
afterAll(() => expect(errors).toEqual([]))
const testDatabase = await ofFile(createTestDatabase())
// One connection, so that state left by a transaction would affect the next one.
const db = await ofFile(
  openDatabase({ connection: testDatabase.server, maxConnections: 1, onError: (error) => errors.push(error) }),
)

const user = '6f1f2a3e-0000-4000-8000-000000000001'
const signedIn: Claims = { sub: user, role: 'authenticated', email: 'a@example.com' }

async function whoIs(tx: Tx) {
  const { rows } = await sql<{ role: string; uid: string | null; method: string | null }>`
    select current_user::text as role, nullif(current_setting('request.method', true), '') as method,
           case when current_user = 'authenticated' then auth.uid() end as uid`.execute(tx)
  return rows[0]
}

test('runs a request with its role, claims and settings', async () => {
  const options = { settings: { 'request.method': 'GET' } }
  expect(await db.asUser(signedIn, whoIs, options)).toEqual({ role: 'authenticated', uid: user, method: 'GET' })
  expect(await db.asUser({ role: 'anon' }, whoIs)).toMatchObject({ role: 'anon' })
  expect(await db.asService(whoIs)).toMatchObject({ role: 'service_role' })
  expect(await db.asAccounts(whoIs)).toMatchObject({ role: 'accounts_service' })
})

test('leaves no state on the connection after success and failure', async () => {
  const claimed = `select current_user::text as role, nullif(current_setting('request.jwt.claims', true), '') as claims`
  await db.asUser(signedIn, whoIs)
  expect((await db.pool.query(claimed)).rows).toEqual([{ role: 'mailroom_server', claims: null }])
  await expect(db.asUser(signedIn, (tx) => sql`select 1 / 0`.execute(tx))).rejects.toMatchObject({ code: '22012' })
  expect((await db.pool.query(claimed)).rows).toEqual([{ role: 'mailroom_server', claims: null }])
  expect(await db.asUser({ role: 'authenticated' }, whoIs)).toMatchObject({ uid: null, method: null })
})

test('rolls back and rethrows an error', async () => {
  const wrong = new Error('wrong')
  const before = await countUsers()
  await expect(
    db.asAccounts(async (tx) => {
      await tx.insertInto('auth.users').values({ email: 'taken-back@example.com' }).execute()
      throw wrong
    }),
  ).rejects.toBe(wrong)
  expect(await countUsers()).toBe(before)
})

async function countUsers(): Promise<number> {
  const row = await db.asAccounts((tx) =>
    tx
      .selectFrom('auth.users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  return row.count
}

test('does not commit after a swallowed error', async () => {
  const swallowing = db.asAccounts(async (tx) => {
    await tx.insertInto('auth.users').values({ email: 'swallowed@example.com' }).execute()
    await sql`select 1 / 0`.execute(tx).catch(() => undefined)
  })
  await expect(swallowing).rejects.toThrow()
  const found = await db.asAccounts((tx) =>
    tx.selectFrom('auth.users').select('id').where('email', '=', 'swallowed@example.com').execute(),
  )
  expect(found).toEqual([])
})

test('refuses writes in a read-only request', async () => {
  const write = db.asUser(signedIn, (tx) => tx.updateTable('email_folders').set({ active: true }).execute(), {
    readOnly: true,
  })
  await expect(write).rejects.toMatchObject({ code: '25006' })
})

/** Bypasses the types: claims of a token are untyped at run time. */
const forged = (role: string): Claims => JSON.parse(JSON.stringify({ role }))
const mustNotRun = () => Promise.reject(new Error('must not run'))

test('refuses other roles and settings than those of requests', async () => {
  for (const role of ['accounts_service', 'mailroom_server', 'none', 'postgres', '']) {
    await expect(db.asUser(forged(role), mustNotRun)).rejects.toThrow(/no request runs as/)
  }
  for (const name of ['role', 'session_authorization', 'search_path', 'request.jwt.claims'])
    await expect(db.asUser(signedIn, mustNotRun, { settings: { [name]: 'x' } })).rejects.toThrow(/not one of a request/)
})

test('applies the statement timeout of a request', async () => {
  const slow = db.asUser(signedIn, (tx) => sql`select pg_sleep(20)`.execute(tx), {
    settings: { statement_timeout: '50' },
  })
  await expect(slow).rejects.toMatchObject({ code: '57014' })
})

test('passes arbitrary claims unchanged', async () => {
  const nasty = `'; set role service_role; -- $1 \\ " 😀`
  const claims: Claims = { ...signedIn, name: nasty }
  const { rows } = await db.asUser(claims, (tx) =>
    sql<{ name: string; role: string }>`select auth.jwt() ->> 'name' as name, current_user::text as role`.execute(tx),
  )
  expect(rows).toEqual([{ name: nasty, role: 'authenticated' }])
})

test('parses values as the row types declare', async () => {
  const { rows } = await db.asService((tx) =>
    sql`select 9007199254740991::bigint as big, '2026-03-01'::date as day,
      '2026-03-01T00:00:00.5Z'::timestamptz as moment,
               '-infinity'::timestamptz as never, 'infinity'::timestamptz as forever, '[1]'::jsonb as json`.execute(tx),
  )
  expect(rows).toEqual([
    {
      big: Number.MAX_SAFE_INTEGER,
      day: '2026-03-01',
      moment: new Date('2026-03-01T00:00:00.500Z'),
      never: new Date(-8_640_000_000_000_000),
      forever: new Date(8_640_000_000_000_000),
      json: [1],
    },
  ])
  const tooBig = db.asService((tx) => sql`select 9007199254740993::bigint as big`.execute(tx))
  await expect(tooBig).rejects.toThrow(/does not fit/)
  expect(await db.asService(whoIs)).toMatchObject({ role: 'service_role' })
})

test('sets UTC, the search path and time-outs', async () => {
  const { rows } = await db.pool.query(
    `select current_setting('timezone') as timezone, current_setting('search_path') as path,
       current_setting('statement_timeout') as longest`,
  )
  expect(rows).toEqual([{ timezone: 'UTC', path: 'public', longest: '30s' }])
})

test('rejects immediately where no database responds', async () => {
  const connection = { ...testDatabase.server, database: 'no_such_database' }
  await expect(openDatabase({ connection, onError: () => undefined })).rejects.toMatchObject({ code: '3D000' })
})
