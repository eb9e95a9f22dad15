import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '../../../test/kit/database.ts'
import { runSql, selectRows } from '../../../test/kit/run-sql.ts'
import { installQueues } from '../../jobs/boss.ts'
import { withMigrationLock } from '../schema/migrate.ts'
import { clearFreshInstallation } from './clear-database.ts'
import { exportDatabase } from './export-database.ts'
import { importDatabase, type ImportOptions } from './import-database.ts'

const { owner, server } = inject('testServer')
const serverPassword = String(server.password)

async function createEmptyDatabase() {
  const database = `mailroom_test_${randomBytes(6).toString('hex')}`
  await runSql(owner, `create database ${database}`)
  const created = { ...owner, database }
  return {
    owner: created,
    restore: (lines: string[], options: Partial<ImportOptions> = {}) =>
      importDatabase(created, toStream(lines), { serverPassword, jobs: installQueues, ...options }).catch(
        ({ message }: Error) => message,
      ),
    [Symbol.asyncDispose]: () => runSql(owner, `drop database ${database} with (force)`),
  }
}

async function* toStream(lines: string[]): AsyncGenerator<string> {
  yield* lines
}

test('a backup that is damaged, hostile, too new or stopped leaves an empty database, for another one', async () => {
  await using source = await createTestDatabase()
  const lines = await Array.fromAsync(exportDatabase(source.owner, '1.2.3'))
  const header = JSON.parse(lines[0] ?? '')
  expect(header).toMatchObject({ version: '1.2.3', writtenAt: expect.stringMatching(/Z$/) })
  await using target = await createEmptyDatabase()
  expect(await target.restore(['{}'])).toMatch('no backup')
  expect(await target.restore([JSON.stringify({ ...header, migration: 9999 })])).toMatch('newer version')
  // Fewer migrations run in less time.
  const early = [JSON.stringify({ ...header, migration: 2 })]
  expect(await target.restore(early)).toMatch('ends too early')
  const foreign = 'T pg_catalog.pg_authid'
  expect(await target.restore([...early, foreign, 'R {"rolname":"attacker","rolsuper":true}', 'E'])).toMatch(
    'does not know: pg_catalog.pg_authid',
  )
  expect(await target.restore([...early, 'T auth.users', 'R {"id":"none"}', 'E'])).toMatch('uuid')
  expect(await target.restore([...early, 'E'], { stop: AbortSignal.abort(new Error('stopped')) })).toBe('stopped')
  expect(await target.restore(lines)).toBeGreaterThan(0)
  expect(await target.restore(lines)).toMatch(/is not empty.*no account yet, on its page/)
})

test('settings are saved with the rows or not at all, also of a program that had none', async () => {
  await using source = await createTestDatabase()
  await runSql(source.owner, `insert into auth.users (email) values ('me@example.com')`)
  const lines = await Array.fromAsync(exportDatabase(source.owner, '1.2.3'))
  await using target = await createEmptyDatabase()
  const saveSettings: ImportOptions['saveSettings'] = async (client) => {
    await client.query(`insert into app.operator_settings values ('PRODUCT_NAME', 'sealed', now())`)
  }
  const counts = () =>
    selectRows(
      target.owner,
      `select (select count(*)::int from auth.users) as users, count(*)::int as settings from app.operator_settings`,
    )
  const killed = target.restore(lines, {
    async saveSettings(client) {
      await saveSettings(client)
      const ofRestore = `datname = '${target.owner.database}' and application_name = 'mailroom-restore'`
      await runSql(owner, `select pg_terminate_backend(pid) from pg_stat_activity where ${ofRestore}`)
    },
  })
  expect(await killed).toMatch('connection')
  expect(await counts()).toEqual([{ users: 0, settings: 0 }])

  const old = JSON.stringify({ ...JSON.parse(lines[0] ?? ''), migration: 2 })
  await target.restore([old, 'E'], { saveSettings, clear: clearFreshInstallation })
  expect(await counts()).toEqual([{ users: 0, settings: 1 }])
})

test('a fresh installation is emptied, but not one with an account or a living node', async () => {
  await using fresh = await createTestDatabase()
  const clear = () =>
    withMigrationLock(fresh.owner, 'mailroom-test', clearFreshInstallation).catch(({ message }: Error) => message)
  const node = `insert into app.nodes (node, seen_until) values (1, now() + interval '1 hour')`
  await runSql(fresh.owner, node)
  expect(await clear()).toMatch('Another node')
  await runSql(fresh.owner, `delete from app.nodes; create table public.of_others (id integer)`)
  expect(await clear()).toBeUndefined()
  await runSql(fresh.owner, 'select from public.of_others')
  await expect(runSql(fresh.owner, 'select from auth.users')).rejects.toThrow('does not exist')

  for (const row of [
    `insert into auth.users (email) values ('me@example.com')`,
    'insert into auth.first_account default values',
  ]) {
    await using used = await createTestDatabase()
    await runSql(used.owner, row)
    await expect(withMigrationLock(used.owner, 'mailroom-test', clearFreshInstallation)).rejects.toThrow('An account')
  }
})
