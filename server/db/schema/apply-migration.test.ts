import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/kit/database.ts'
import { ofFile } from '../../../test/kit/of-file.ts'
import { applyMigration } from './apply-migration.ts'

const testDatabase = await ofFile(createTestDatabase())
const [migrating, request] = [new Client(testDatabase.owner), new Client(testDatabase.owner)]
for (const client of [migrating, request]) {
  await client.connect()
  afterAll(() => client.end())
}

test('does not deadlock with a transaction that uses the tables in another order', async () => {
  const sql = 'alter table plans add column next text; alter table usage add column next text'
  // PostgreSQL would cancel the request.
  await migrating.query(`set deadlock_timeout = '1min'`)
  await request.query('begin')
  await request.query('select from usage')
  const applied = applyMigration(migrating, {
    number: 999,
    name: '999-next.sql',
    sql,
    checksum: 'x',
    compatibleFrom: 998,
  })
  applied.catch(() => undefined)
  const waiting = `select from pg_locks where not granted and relation = 'usage'::regclass`
  await expect.poll(async () => (await request.query(waiting)).rowCount).toBe(1)
  await request.query('select from plans')
  await request.query('commit')
  await applied
  expect((await request.query('select plans.next, usage.next from plans, usage')).fields).toHaveLength(2)
})
