import type { Client, PoolConfig } from 'pg'
import { actionTexts } from '../../../contract/actions.ts'
import { applyMigration, type MigrationFile } from './apply-migration.ts'
import { connectionSettings, createClient } from '../connection/connection.ts'
import type { Connection } from '../connection/connection.ts'
import { isFormerChecksum } from './migration-checksum.ts'
import { schemaFiles } from './migration-files.ts'
import { ensureServerRole, rejectPrivilegedRoles, serverRole } from '../connection/server-role.ts'
import { StartupError } from '../../startup-error.ts'

/** Advisory lock: one node migrates, the others wait. The value is arbitrary. */
const migrationLock = 7_302_114_771

export interface MigrateOptions {
  serverPassword: string
  /** False: fails where a migration is pending. Default: true. */
  mayMigrate?: boolean
  /**
   * Creates the job queue's schema as the owner and grants it to the login role. `run` uses the migration's connection.
   */
  jobs?: (owner: PoolConfig, run: (sql: string) => Promise<unknown>) => Promise<void>
}

/**
 * Runs pending migrations and the seed. Safe at every start, on several nodes concurrently. During a rolling upgrade
 * the database may be ahead of this program, which then changes nothing.
 * @returns connection of the server's role
 */
export const migrate = (owner: Connection, options: MigrateOptions): Promise<{ server: PoolConfig }> =>
  withMigrationLock(owner, 'mailroom-migrate', (client) => migrateLocked(client, owner, options))

/** Runs the work on a connection of the owner. Nodes that start meanwhile wait for its end. */
export async function withMigrationLock<T>(
  owner: Connection,
  name: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const settings = connectionSettings(owner)
  const client = createClient({ ...settings, application_name: name, options: '-c timezone=UTC' })
  // A running statement fails with the error; without this listener a lost connection would also end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    return await work(client)
  } finally {
    await client.end()
  }
}

/** @param client of `withMigrationLock` */
export async function migrateLocked(
  client: Client,
  owner: Connection,
  { serverPassword, jobs, mayMigrate = true }: MigrateOptions,
): Promise<{ server: PoolConfig }> {
  const settings = connectionSettings(owner)
  const server = { ...settings, user: serverRole, password: serverPassword }
  await ensureServerRole(client, server)
  const schema = await schemaFiles.read()
  const { isAhead } = await applyMigrations(client, schema.files, mayMigrate)
  await rejectPrivilegedRoles(client)
  if (isAhead) return { server }
  await jobs?.(settings, (sql) => client.query(sql))
  await seed(client, schema.seed)
  return { server }
}

/**
 * Creates the tables as they were after this migration, without seed and queues: for the restore of a backup.
 * @param client of `withMigrationLock`
 */
export async function migrateThrough(
  client: Client,
  owner: PoolConfig,
  { serverPassword }: Pick<MigrateOptions, 'serverPassword'>,
  number: number,
): Promise<void> {
  await ensureServerRole(client, { ...owner, user: serverRole, password: serverPassword })
  await applyMigrations(client, (await schemaFiles.read()).files.slice(0, number))
}

/** @throws StartupError where only a newer version of this program has the migration */
export async function requireKnownMigration(number: number): Promise<void> {
  if (number > (await schemaFiles.read()).files.length)
    throw new StartupError('The backup is of a newer version of this program: install that version first.')
}

/** @returns whether the database has migrations that this program does not know but works with */
async function applyMigrations(
  client: Client,
  files: MigrationFile[],
  mayMigrate = true,
): Promise<{ isAhead: boolean }> {
  await client.query(`
    create schema if not exists migrations;
    create table if not exists migrations.applied (
      number integer primary key, name text not null, checksum text not null,
      applied_at timestamptz not null default now());
    alter table migrations.applied add column if not exists compatible_from integer`)
  const applied = await client.query<{ number: number; name: string; checksum: string; compatible_from: number }>(
    `select number, name, checksum, coalesce(compatible_from, number) as compatible_from
     from migrations.applied order by number`,
  )
  for (const row of applied.rows) {
    const file = files[row.number - 1]
    if (!file) {
      if (row.compatible_from <= files.length) continue
      throw new StartupError(
        `the database is newer than this program: it has ${row.name}; ` +
          'install the version of Mailroom that last ran on it, or a newer one',
      )
    }
    if (file.checksum === row.checksum) continue
    if (!isFormerChecksum(row.checksum, file))
      throw new StartupError(
        `${file.name} was changed after it had been applied; restore it and add a new migration instead`,
      )
    await client.query('update migrations.applied set checksum = $1 where number = $2', [file.checksum, row.number])
  }
  const pending = files.slice(applied.rows.length)
  if (pending.length > 0 && !mayMigrate)
    throw new StartupError(
      `${pending.length} migrations are pending, and a command runs none of them in production: start a node of this ` +
        'version, or run npx mailroom migrate',
    )
  for (const file of pending) await applyMigration(client, file)
  return { isAhead: applied.rows.length > files.length }
}

/** As service_role: forced row-level security also applies to an owner that is no superuser. */
async function seed(client: Client, sql: string): Promise<void> {
  await client.query(`begin; set local role service_role; ${sql}`)
  const actions = Object.entries(actionTexts).map(([action_type, texts]) => ({ action_type, ...texts }))
  await client.query(
    `insert into public.email_actions (name, description, action_type)
     select name, description, action_type
     from jsonb_to_recordset($1) as actions (name text, description text, action_type text)
     on conflict (action_type) do nothing`,
    [JSON.stringify(actions)],
  )
  await client.query('commit')
}
