import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import type { PoolConfig } from 'pg'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '../../test/kit/database.ts'
import { fastTemporaryFolder } from '../../test/kit/fast-temporary-folder.ts'
import { runSql } from '../../test/kit/run-sql.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import formerChecksums from './migrations/former-checksums.json' with { type: 'json' }

/** An empty database. Roles are cluster-wide, so the password is that of the whole test run. */
async function createEmptyDatabase(): Promise<AsyncDisposable & { owner: PoolConfig }> {
  const { owner } = inject('testServer')
  const database = `mailroom_test_${randomBytes(6).toString('hex')}`
  await runSql(owner, `create database ${database}`)
  return {
    owner: { ...owner, database },
    [Symbol.asyncDispose]: () => runSql(owner, `drop database ${database} with (force)`),
  }
}

const serverPassword = String(inject('testServer').server.password)

async function rowsOf(connection: PoolConfig, sql: string): Promise<unknown[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('migrates an empty database, and changes nothing at a second start', async () => {
  await using empty = await createEmptyDatabase()
  const { server } = await migrate(empty.owner, { serverPassword })
  const applied = 'select number, name, applied_at from migrations.applied order by number'
  const first = await rowsOf(empty.owner, applied)
  expect(first.length).toBeGreaterThanOrEqual(6)
  await migrate(empty.owner, { serverPassword })
  expect(await rowsOf(empty.owner, applied)).toEqual(first)
  expect(await rowsOf(server, 'select current_user::text as role')).toEqual([{ role: 'mailroom_server' }])
})

test('seeds plans, add-ons and actions once and keeps changes of the operator', async () => {
  await using testDatabase = await createTestDatabase()
  const { owner } = testDatabase
  await runSql(
    owner,
    `begin; set local role service_role; update plans set price_monthly = 2100 where name = 'Pro'; commit`,
  )
  await migrate(owner, { serverPassword })
  const plans = await rowsOf(owner, `select name, price_monthly from plans order by price_monthly`)
  expect(plans).toEqual([
    { name: 'Free', price_monthly: 0 },
    { name: 'Pro', price_monthly: 2100 },
    { name: 'Business', price_monthly: 4900 },
  ])
})

test('migrates once when several starts race', async () => {
  await using empty = await createEmptyDatabase()
  let queues = 0
  const jobs = async () => {
    queues++
    await runSql(empty.owner, 'select 1')
  }
  await Promise.all(Array.from({ length: 4 }, () => migrate(empty.owner, { serverPassword, jobs })))
  expect(queues).toBe(4)
  const twice = await rowsOf(empty.owner, 'select number from migrations.applied group by number having count(*) > 1')
  expect(twice).toEqual([])
})

test('creates common roles once when databases of one server race', async () => {
  const dataDir = await mkdtemp(path.join(await fastTemporaryFolder(), 'mailroom-migrate-'))
  try {
    await using embedded = await startEmbedded({ dataDir })
    const owners = ['one', 'two', 'three'].map((database) => ({ ...embedded.owner, database }))
    for (const { database } of owners) await runSql(embedded.owner, `create database ${database}`)
    const servers = await Promise.all(owners.map((owner) => migrate(owner, { serverPassword: 'a password' })))
    for (const { server } of servers)
      expect(await rowsOf(server, 'select current_user::text as role')).toEqual([{ role: 'mailroom_server' }])
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('accepts a database with checksums of former versions and replaces them', async () => {
  await using testDatabase = await createTestDatabase()
  const applied = 'select name, checksum from migrations.applied order by number'
  const current = await rowsOf(testDatabase.owner, applied)
  const recorded = Object.entries(formerChecksums).map(
    ([name, { former }]) => `update migrations.applied set checksum = '${former[0]}' where name = '${name}'`,
  )
  await runSql(testDatabase.owner, recorded.join(';'))
  expect(await rowsOf(testDatabase.owner, applied)).not.toEqual(current)
  await migrate(testDatabase.owner, { serverPassword })
  expect(await rowsOf(testDatabase.owner, applied)).toEqual(current)
})

test('refuses a changed migration by its name', async () => {
  await using testDatabase = await createTestDatabase()
  await runSql(testDatabase.owner, `update migrations.applied set checksum = 'other' where number = 2`)
  await expect(migrate(testDatabase.owner, { serverPassword })).rejects.toThrow(/^002-accounts\.sql was changed after/)
})

test('refuses a database of a newer version', async () => {
  await using testDatabase = await createTestDatabase()
  await runSql(testDatabase.owner, `insert into migrations.applied values (999, '999-future.sql', 'x')`)
  await expect(migrate(testDatabase.owner, { serverPassword })).rejects.toThrow(
    /newer than this program: it has 999-future/,
  )
})

test('refuses a login role that can bypass the policies', async () => {
  await using testDatabase = await createTestDatabase()
  await runSql(testDatabase.owner, `grant create on schema public to mailroom_server`)
  await expect(migrate(testDatabase.owner, { serverPassword })).rejects.toThrow(/may create/)
})
