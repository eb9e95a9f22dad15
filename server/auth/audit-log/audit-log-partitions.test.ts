import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/kit/database.ts'
import { ofFile } from '../../../test/kit/of-file.ts'
import { openDatabase, type Tx } from '../../db/database.ts'
import { insertAuditEvent } from '../../shared/audit-log.ts'
import { maintainAuditLog } from '../accounts/purge-queries.ts'
import { auditEventsOf } from './audit-log-queries.ts'

const userId = randomUUID()
const retentionDays = 180

const testDatabase = await ofFile(createTestDatabase())
const db = await ofFile(openDatabase({ connection: testDatabase.server, maxConnections: 2, onError: () => undefined }))
await db.asAccounts((tx) => tx.insertInto('auth.users').values({ id: userId, email: 'me@example.com' }).execute())

const maintain = (at: string) => db.asAccounts((tx) => maintainAuditLog(tx, new Date(at), retentionDays))

const record = (at: string) =>
  db.asAccounts((tx) =>
    insertAuditEvent(tx, { userId, sessionId: null, action: at, ip: null, userAgent: null, now: new Date(at) }),
  )

/** The partition of each entry. */
async function partitions(): Promise<Record<string, string>> {
  const { rows } = await db.asAccounts((tx) =>
    sql<{ action: string; partition: string }>`
      select action, tableoid::regclass::text as partition from auth.audit_log_entries order by created_at`.execute(tx),
  )
  return Object.fromEntries(rows.map(({ action, partition }) => [action, partition.replace(/^.*entries_/, '')]))
}

test('a month has its partition before it begins, also the first one after the migration', async () => {
  const { rows } = await db.asAccounts((tx) =>
    // The migration has created the partition of the database's month.
    sql<{ month: Date }>`select date_trunc('month', now(), 'UTC') as month`.execute(tx),
  )
  const thisMonth = rows[0]?.month.toISOString().replace('.000', '') ?? ''
  await record(thisMonth)
  expect(await partitions()).toEqual({ [thisMonth]: thisMonth.slice(0, 7).replace('-', '_') })
  await maintain('2090-01-15T00:00:00Z')
  for (const at of ['2090-01-01T00:00:00Z', '2090-04-30T23:59:59Z', '2090-05-01T00:00:00Z']) await record(at)
  expect(await partitions()).toMatchObject({
    '2090-01-01T00:00:00Z': '2090_01',
    '2090-04-30T23:59:59Z': '2090_04',
    '2090-05-01T00:00:00Z': 'default',
  })
})

test('an entry of a month without a partition is stored, and moved once the month has one', async () => {
  await record('2091-03-01T00:00:00Z')
  const shown = () => db.asAccounts((tx) => auditEventsOf(tx, userId, 1))
  const before = await shown()
  expect(before).toMatchObject([{ action: '2091-03-01T00:00:00Z' }])
  await maintain('2091-01-31T00:00:00Z')
  expect(await partitions()).toMatchObject({ '2091-03-01T00:00:00Z': '2091_03' })
  expect(await shown()).toEqual(before)
})

test('a month is dropped once all its entries are older than the retention', async () => {
  await maintain('2092-01-01T00:00:00Z')
  for (const at of ['2092-01-01T00:00:00Z', '2092-01-31T23:00:00Z', '2092-02-01T00:00:00Z']) await record(at)
  // 1 February and 180 days.
  await maintain('2092-07-29T23:59:59Z')
  expect(Object.keys(await partitions())).toEqual([
    '2092-01-01T00:00:00Z',
    '2092-01-31T23:00:00Z',
    '2092-02-01T00:00:00Z',
  ])
  await maintain('2092-07-30T00:00:00Z')
  expect(Object.keys(await partitions())).toEqual(['2092-02-01T00:00:00Z'])
})

test('old entries of the default partition are deleted', async () => {
  await record('2093-01-01T00:00:00Z')
  await maintain('2094-01-01T00:00:00Z')
  expect(Object.keys(await partitions())).toEqual([])
})

test('while another node maintains the partitions nothing is done', async () => {
  await using other = new AsyncDisposableStack()
  const client = new Client(testDatabase.owner)
  await client.connect()
  other.defer(() => client.end())
  await client.query('begin; select pg_advisory_xact_lock(7302114772)')
  await maintain('2096-01-01T00:00:00Z')
  await record('2096-01-01T00:00:00Z')
  expect(await partitions()).toMatchObject({ '2096-01-01T00:00:00Z': 'default' })
})

test('no role of the server may use a partition directly, and other users see nothing', async () => {
  await maintain('2095-01-01T00:00:00Z')
  await record('2095-01-01T00:00:00Z')
  const read = 'select from partitions.audit_log_entries_2095_01'
  const direct = (tx: Tx) => sql.raw(read).execute(tx)
  await expect(db.asAccounts(direct)).rejects.toMatchObject({ code: '42501' })
  await expect(db.asService(direct)).rejects.toMatchObject({ code: '42501' })
  const claims = { sub: userId, role: 'authenticated' as const }
  for (const query of [read, 'select from auth.audit_log_entries'])
    await expect(db.asUser(claims, (tx) => sql.raw(query).execute(tx))).rejects.toMatchObject({ code: '42501' })
})
