import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTables, type Tables } from './testing/start-tables.ts'

let tables: Tables
beforeAll(async () => {
  tables = await startTables()
})
afterAll(() => tables[Symbol.asyncDispose]())

test('a caller whose statements wait does not occupy all connections', async () => {
  const [busy, other] = [await tables.addUser(), await tables.addUser()]
  const read = (table: string, { token }: { token: string }) =>
    tables.request(`/${table}?select=id`, { headers: { authorization: `Bearer ${token}` } })
  await read('email_actions', other)
  let answered = 0
  // Ends together with the lock, long before the statements would.
  const locked = tables.asOwner(`begin; lock table public.plans in access exclusive mode; select pg_sleep(3); commit`)
  await expect.poll(lockIsHeld, { timeout: 60_000 }).toBe(true)
  const waiting = Promise.all(
    Array.from({ length: 40 }, async () => {
      await read('plans', busy)
      answered += 1
    }),
  )
  expect((await read('email_actions', other)).status).toBe(200)
  expect(answered).toBe(0)
  await Promise.all([locked, waiting])
})

async function lockIsHeld(): Promise<boolean> {
  const { rows } = await tables.db.pool.query(
    `select from pg_locks l join pg_class c on c.oid = l.relation
     where c.relname = 'plans' and l.mode = 'AccessExclusiveLock' and l.granted`,
  )
  return rows.length > 0
}
