import { expect, test } from 'vitest'
import { ofFile } from '../../test/kit/of-file.ts'
import { createTestDatabase } from '../../test/kit/database.ts'
import { runSql } from '../../test/kit/run-sql.ts'
import { openDatabase } from './database.ts'

const errors: Error[] = []

const testDatabase = await ofFile(createTestDatabase())
const db = await ofFile(
  openDatabase({ connection: testDatabase.server, maxConnections: 2, onError: (e) => errors.push(e) }),
)

const notify = (channel: string, payload: string) => db.pool.query('select pg_notify($1, $2)', [channel, payload])

test('delivers notifications of a channel until the listener is disposed', async () => {
  const heard: string[] = []
  await using first = await db.listen('Kanal "eins"', (payload) => heard.push(`first ${payload}`))
  const second = await db.listen('Kanal "eins"', (payload) => heard.push(`second ${payload}`))
  await using other = await db.listen('other', (payload) => heard.push(`other ${payload}`))
  await notify('Kanal "eins"', '1')
  await expect.poll(() => heard).toEqual(['first 1', 'second 1'])
  await second[Symbol.asyncDispose]()
  await notify('Kanal "eins"', '2')
  await notify('other', '3')
  await expect.poll(() => heard).toEqual(['first 1', 'second 1', 'first 2', 'other 3'])
  expect([first, other]).toHaveLength(2)
})

test('reconnects after a lost connection and listens to the same channels', async () => {
  const heard: string[] = []
  await using listening = await db.listen('live', (payload) => heard.push(payload))
  // The login role may terminate its own sessions.
  const killed = await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where query ilike 'listen%' and datname = current_database()`,
  )
  expect(killed.rowCount).toBe(1)
  // Notifications during the reconnect are lost.
  await expect.poll(async () => (await notify('live', 'again'), heard)).toContain('again')
  expect(errors.length).toBeGreaterThan(0)
  expect(listening).toBeDefined()
})

test('isolates a failing listener from others', async () => {
  const heard: string[] = []
  const failure = new Error('cannot listen')
  await using failing = await db.listen('live', () => {
    throw failure
  })
  await using listening = await db.listen('live', (payload) => heard.push(payload))
  await notify('live', '1')
  await expect.poll(() => heard).toEqual(['1'])
  expect(errors).toContain(failure)
  expect([failing, listening]).toHaveLength(2)
})

test('can be disposed while the database is away', async () => {
  const alone = await openDatabase({ connection: testDatabase.server, onError: (e) => errors.push(e) })
  const listening = await alone.listen('live', () => undefined)
  const cluster = { ...testDatabase.owner, database: 'postgres' }
  const allowConnections = (allow: boolean) =>
    runSql(cluster, `alter database ${testDatabase.database} allow_connections ${allow}`)
  await allowConnections(false)
  const before = errors.length
  await runSql(
    cluster,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${testDatabase.database}'`,
  )
  await expect.poll(() => errors.length).toBeGreaterThan(before)
  await listening[Symbol.asyncDispose]()
  await alone[Symbol.asyncDispose]()
  await allowConnections(true)
})
