import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/kit/database.ts'
import type { TestDatabase } from '../../test/kit/database.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'

let testDatabase: TestDatabase
let db: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  db = await openDatabase({
    connection: testDatabase.server,
    maxConnections: 2,
    onError: (error) => {
      throw error
    },
  })
})

afterAll(async () => {
  await db[Symbol.asyncDispose]()
  await testDatabase[Symbol.asyncDispose]()
})

test('a request runs as its role, with its claims and settings, and leaves none of them behind', async () => {
  const user = '6f1f2a3e-0000-4000-8000-000000000001'
  const seen = await db.asUser(
    { sub: user, role: 'authenticated', email: 'a@example.com' },
    async (tx) => {
      const { rows } = await sql<Record<string, unknown>>`
        select current_user::text as role, auth.uid() as uid, auth.email() as email,
               current_setting('request.method') as method, current_setting('timezone') as timezone`.execute(tx)
      return rows[0]
    },
    { settings: { 'request.method': 'GET' } },
  )
  expect(seen).toEqual({ role: 'authenticated', uid: user, email: 'a@example.com', method: 'GET', timezone: 'UTC' })
  const { rows } = await db.pool.query<{ role: string; claims: string | null }>(
    `select current_user::text as role, nullif(current_setting('request.jwt.claims', true), '') as claims`,
  )
  expect(rows).toEqual([{ role: 'mailroom_server', claims: null }])
})

test('plans', async () => {
  expect(
    await db.asUser({ role: 'anon' }, (tx) =>
      tx.selectFrom('plans').select(['name']).orderBy('price_monthly').execute(),
    ),
  ).toEqual([{ name: 'Free' }, { name: 'Pro' }, { name: 'Business' }])
})
