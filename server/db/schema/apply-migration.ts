import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseError, type Client } from 'pg'
import { StartupError } from '../../startup-error.ts'

/** A migration waits for a lock less than PostgreSQL's `deadlock_timeout` (1 second), and tries for some minutes. */
const migrationLockTimeoutMs = 500
const migrationLockRetryMs = 250
const migrationMaxAttempts = 400

export interface MigrationFile {
  number: number
  name: string
  sql: string
  checksum: string
  /** Last migration of the oldest program that works with the database after this one. */
  compatibleFrom: number
}

/**
 * Forced row-level security would hide rows from the statements of a migration where the owner is no superuser. Both
 * run in the migration's transaction.
 */
const suspendForcedPolicies = `
  create temp table forced on commit drop as select c.oid::regclass as relation from pg_class c
    where c.relforcerowsecurity and pg_has_role(c.relowner, 'usage')
      and not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user);
  do $$ declare r record; begin
    for r in select * from forced loop
      execute format('alter table %s no force row level security', r.relation); end loop;
  end $$`
const restoreForcedPolicies = `
  do $$ declare r record; begin
    for r in select f.relation from forced f join pg_class c on c.oid = f.relation loop
      execute format('alter table %s force row level security', r.relation); end loop;
  end $$`

/** `lock_not_available` and `deadlock_detected`. */
const lockErrors = new Set(['55P03', '40P01'])

/**
 * Applies a migration in a transaction. Nodes of the former version use the tables meanwhile: a lock is awaited for a
 * moment only and all of them are released before the next attempt. Otherwise a request that holds a lock of one table
 * and needs another would deadlock, and all requests would wait behind the longest one.
 */
export async function applyMigration(client: Client, file: MigrationFile): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(client, file)
    } catch (error) {
      if (!(error instanceof DatabaseError && lockErrors.has(error.code ?? ''))) throw describe(file, error)
      if (attempt === migrationMaxAttempts)
        throw new StartupError(
          `migration ${file.name} waits for a lock of another session: see pg_stat_activity, and start again`,
        )
      await delay(migrationLockRetryMs)
    }
  }
}

async function applyOnce(client: Client, file: MigrationFile): Promise<void> {
  try {
    await client.query(`begin; set local lock_timeout = ${migrationLockTimeoutMs}`)
    await client.query(suspendForcedPolicies)
    await client.query(file.sql)
    await client.query(restoreForcedPolicies)
    await client.query(
      'insert into migrations.applied (number, name, checksum, compatible_from) values ($1, $2, $3, $4)',
      [file.number, file.name, file.checksum, file.compatibleFrom],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const describe = ({ name }: MigrationFile, cause: unknown): Error =>
  new Error(`migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
