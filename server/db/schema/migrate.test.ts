import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Client } from 'pg'
import type { PoolConfig } from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { createTestDatabase } from '../../../test/kit/database.ts'
import { runSql } from '../../../test/kit/run-sql.ts'
import { insertUserRows } from '../../../test/kit/users.ts'
import { openDatabase } from '../database.ts'
import { migrate, migrateThrough, withMigrationLock } from './migrate.ts'
import formerChecksums from '../migrations/former-checksums.json' with { type: 'json' }

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

const migrateThroughNumber = (owner: PoolConfig, number: number) =>
  withMigrationLock(owner, 'mailroom-test', (client) => migrateThrough(client, owner, { serverPassword }, number))

async function rowsOf(connection: PoolConfig, sql: string): Promise<unknown[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

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

test('migrates an empty database once when several starts race, and changes nothing at a later one', async () => {
  await using empty = await createEmptyDatabase()
  let queues = 0
  const jobs = async () => {
    queues++
    await runSql(empty.owner, 'select 1')
  }
  await Promise.all(Array.from({ length: 4 }, () => migrate(empty.owner, { serverPassword, jobs })))
  expect(queues).toBe(4)
  const applied = 'select number, name, applied_at from migrations.applied order by number'
  const first = await rowsOf(empty.owner, applied)
  expect(first).toEqual(
    (await readdir(new URL('../migrations/', import.meta.url)))
      .filter((name) => name.endsWith('.sql'))
      .toSorted()
      .map((name, at) => ({ number: at + 1, name, applied_at: expect.any(Date) })),
  )
  const { server } = await migrate(empty.owner, { serverPassword })
  expect(await rowsOf(empty.owner, applied)).toEqual(first)
  expect(await rowsOf(server, 'select current_user::text as role')).toEqual([{ role: 'mailroom_server' }])
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

test('moves a filled audit log into monthly partitions', async () => {
  await using empty = await createEmptyDatabase()
  await migrateThroughNumber(empty.owner, 40)
  const user = '00000000-0000-4000-8000-000000000001'
  await runSql(
    empty.owner,
    `insert into auth.users (id, email) values ('${user}', 'me@example.com');
     insert into auth.audit_log_entries (user_id, action, created_at) select '${user}', 'a' || n, at
     from unnest(array['2001-05-05', date_trunc('month', now() at time zone 'UTC') - interval '40 days 1 hour',
       date_trunc('month', now() at time zone 'UTC')]::timestamp[]) with ordinality as e (at, n)`,
  )
  const entries = 'select id, user_id, action, created_at from auth.audit_log_entries order by id'
  const before = await rowsOf(empty.owner, entries)
  await expect(migrate(empty.owner, { serverPassword, mayMigrate: false })).rejects.toThrow('run npx mailroom migrate')
  await migrate(empty.owner, { serverPassword })
  expect(await rowsOf(empty.owner, entries)).toEqual(before)
  await migrate(empty.owner, { serverPassword, mayMigrate: false })
  const partitions = await rowsOf(
    empty.owner,
    `select tableoid::regclass::text =
         'partitions.audit_log_entries_' || to_char(created_at at time zone 'UTC', 'YYYY_MM') as is_of_month
       from auth.audit_log_entries order by id`,
  )
  expect(partitions).toEqual([{ is_of_month: false }, { is_of_month: true }, { is_of_month: true }])
  await runSql(
    empty.owner,
    `insert into auth.audit_log_entries (user_id, action, created_at) values ('${user}', 'b', now())`,
  )
  expect(await rowsOf(empty.owner, 'select max(id)::integer as id from auth.audit_log_entries')).toEqual([{ id: 4 }])
})

test('renames the seeded add-ons of an existing database, and none that an operator has named', async () => {
  await using empty = await createEmptyDatabase()
  await migrateThroughNumber(empty.owner, 45)
  await runSql(
    empty.owner,
    `insert into addons (name, description, price_monthly, email_limit) values
       ('1,000 more e-mails', 'Adds 1,000 e-mails a month', 500, 1000),
       ('Bigger', 'Adds 2,500 e-mails a month, and a smile', 900, 2500)`,
  )
  await migrate(empty.owner, { serverPassword })
  expect(await rowsOf(empty.owner, 'select name, description from addons order by name')).toEqual([
    { name: '1,000 more emails', description: 'Adds 1,000 emails a month' },
    { name: '2,500 more emails', description: 'Adds 2,500 emails a month' },
    { name: 'Bigger', description: 'Adds 2,500 e-mails a month, and a smile' },
  ])
})

describe('a database of a newer version', () => {
  /** What a program that is one migration ahead of this one leaves behind. */
  async function migrateAhead(owner: PoolConfig, compatibleFrom: string): Promise<void> {
    await runSql(
      owner,
      `alter table mailboxes add column colour text not null default 'blue';
       create table app.future (id uuid primary key);
       insert into migrations.applied (number, name, checksum, compatible_from)
       select count(*) + 1, '999-future.sql', 'x', ${compatibleFrom} from migrations.applied`,
    )
  }

  test('is refused where it does not declare to be compatible with this one', async () => {
    await using testDatabase = await createTestDatabase()
    await migrateAhead(testDatabase.owner, 'null')
    await expect(migrate(testDatabase.owner, { serverPassword })).rejects.toThrow(
      /newer than this program: it has 999-future/,
    )
  })

  test('is used as it is where it does', async () => {
    await using testDatabase = await createTestDatabase()
    await migrateAhead(testDatabase.owner, 'count(*)')
    await runSql(
      testDatabase.owner,
      `begin; set local role service_role; delete from plans where name = 'Business'; commit`,
    )
    const jobs = () => Promise.reject(new Error('The queues belong to the newer version'))
    const { server } = await migrate(testDatabase.owner, { serverPassword, jobs })
    await using db = await openDatabase({ connection: server, onError: () => undefined })
    const plans = await db.asService((tx) => tx.selectFrom('plans').select('name').orderBy('name').execute())
    expect(plans.map(({ name }) => name)).toEqual(['Free', 'Pro'])
    const user = await insertUserRows(db)
    const read = await db.asService((tx) =>
      tx.selectFrom('mailboxes').selectAll().where('id', '=', user.mailboxId).executeTakeFirst(),
    )
    expect(read).toMatchObject({ user_id: user.id, colour: 'blue' })
  })
})

describe('a migration that declares to be compatible with former programs', () => {
  const breaking =
    /\b(drop|rename|truncate|revoke|alter column(?! \w+ set default))\b|(?<!\bis )\bnot null\b(?![^,;]*\bdefault\b)/i
  /** New tables may require values: no former program writes them. */
  const breaks = (sql: string): boolean => breaking.test(sql.replace(/--.*/g, '').replace(/create table [^;]*;/gi, ''))

  test.each([
    ['alter table mailboxes add column colour text', false],
    [`alter table mailboxes add column colour text not null default 'blue'`, false],
    ['create table app.colours (id uuid primary key, name text not null);', false],
    ['create index mailboxes_named on mailboxes (id) where name is not null', false],
    [`alter table mailboxes alter column name set default 'Mailbox'`, false],
    ['alter table mailboxes add column colour text not null', true],
    ['alter table mailboxes drop column name', true],
    ['alter table mailboxes rename column name to title', true],
    ['alter table mailboxes alter column name type varchar(10)', true],
  ])('%s', (sql, isBreaking) => {
    expect(breaks(sql)).toBe(isBreaking)
  })

  test('only adds, and names an earlier migration', async () => {
    const folder = new URL('../migrations/', import.meta.url)
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql'))) {
      const sql = await readFile(new URL(name, folder), 'utf8')
      const from = /^-- Compatible from (\S+)/m.exec(sql)?.[1]
      if (from === undefined) continue
      expect(from, name).toMatch(/^\d{3}$/)
      expect(Number(from), name).toBeLessThan(Number(name.slice(0, 3)))
      expect(breaks(sql), name).toBe(false)
    }
  })
})

test('refuses a login role that can bypass the policies', async () => {
  await using testDatabase = await createTestDatabase()
  await runSql(testDatabase.owner, `grant create on schema public to mailroom_server`)
  await expect(migrate(testDatabase.owner, { serverPassword })).rejects.toThrow(/may create/)
})
