import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ofFile } from '../../../test/kit/of-file.ts'
import { databaseAddress } from '../../../test/kit/database-address.ts'
import { createTestDatabase } from '../../../test/kit/database.ts'
import { runSql } from '../../../test/kit/run-sql.ts'
import { connectionSettings, createClient } from './connection.ts'
import { openDatabase, type Database } from '../database.ts'

const testDatabase = await ofFile(createTestDatabase())

/** The test database as the second of two hosts; nothing listens on the first. */
function address(): string {
  const { host = '', port = 5432, ...login } = testDatabase.server
  const url = new URL(databaseAddress(login))
  const userInfo = `${url.username}:${url.password}`
  const hosts = `127.0.0.1:9,${encodeURIComponent(host)}:${port}`
  return `postgresql://${userInfo}@${hosts}${url.pathname}?target_session_attrs=read-write`
}
const onError = (): void => undefined
const countUsers = (db: Database): Promise<number> =>
  db.asAccounts(async (tx) => (await tx.selectFrom('auth.users').select('id').execute()).length)

test('connects to the host that accepts writes, and listens there', async () => {
  await using db = await openDatabase({ connection: address(), onError })
  expect(await Promise.all([countUsers(db), countUsers(db), countUsers(db)])).toEqual([0, 0, 0])
  const heard: string[] = []
  await using listening = await db.listen('failover', (payload) => heard.push(payload))
  await db.pool.query(`select pg_notify('failover', 'promoted')`)
  await expect.poll(() => heard).toEqual(['promoted'])
  expect(listening).toBeDefined()
})

test('waits for a host that accepts writes, and says that none does', async () => {
  const changeDatabase = (change: string): Promise<void> =>
    runSql(
      { ...testDatabase.owner, options: '-c default_transaction_read_only=off' },
      `alter database ${testDatabase.database} ${change}`,
    )
  await changeDatabase('set default_transaction_read_only = on')
  const settings = connectionSettings(address())
  const impatient = createClient({ ...settings, connectionTimeoutMillis: 300 })
  await expect(impatient.connect()).rejects.toThrow('no other host accepts writes')
  const waiting = createClient(settings)
  const connected = waiting.connect()
  await changeDatabase('reset default_transaction_read_only')
  await connected
  await waiting.end()
})

test('replaces a connection whose host has become a standby', async () => {
  await using db = await openDatabase({ connection: testDatabase.server, maxConnections: 1, onError })
  const write = () => db.asService((tx) => sql`delete from app.inbox_events where false`.execute(tx))
  await db.pool.query('set default_transaction_read_only = on')
  await expect(write()).rejects.toMatchObject({ code: '25006' })
  await write()
})
