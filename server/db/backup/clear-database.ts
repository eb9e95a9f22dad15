import { DatabaseError, type Client } from 'pg'
import { StartupError } from '../../startup-error.ts'

const lockTimeoutMs = 10_000

const accountExists = 'An account was created here meanwhile. A backup is restored before the first account only.'
const nodeRuns = 'Another node of this installation is running. Stop it, and restore the backup then.'

/**
 * Empties the database of an installation without accounts, within one transaction.
 * @param client of `withMigrationLock`
 * @throws StartupError where an account was created, or another node is alive
 */
export async function clearFreshInstallation(client: Client): Promise<void> {
  try {
    await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
    // Waits for a sign-up that has begun. Forced row-level security would hide rows from an owner that is no superuser.
    for (const table of ['auth.users', 'auth.first_account', 'app.nodes'])
      await client.query(`alter table ${table} no force row level security`)
    const { rows } = await client.query<{ has_account: boolean; has_node: boolean }>(
      `select exists (select from auth.users) or exists (select from auth.first_account) as has_account,
         exists (select from app.nodes where seen_until > now()) as has_node`,
    )
    if (rows[0]?.has_account) throw new StartupError(accountExists)
    if (rows[0]?.has_node) throw new StartupError(nodeRuns)
    await drop(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    // lock_not_available
    throw error instanceof DatabaseError && error.code === '55P03' ? new StartupError(nodeRuns) : error
  }
}

/** Removes what migrations have created, as far as they came. @param client of `withMigrationLock` */
export async function clearDatabase(client: Client): Promise<void> {
  const { rows } = await client.query("select from pg_class where oid = to_regclass('migrations.applied')")
  if (rows.length === 0) return
  // Without the first migration, the schemas are not ours.
  const { rowCount } = await client.query('select from migrations.applied')
  await client.query('begin')
  await (rowCount === 0 ? client.query('drop schema migrations cascade') : drop(client))
  await client.query('commit')
}

/** The schema public may have tables of others: ours are those that the server's role reads. */
async function drop(client: Client): Promise<void> {
  await client.query(`
    do $$ declare ours text; begin
      for ours in select oid::regclass::text from pg_class where relkind in ('r', 'p')
        and relnamespace = 'public'::regnamespace and has_table_privilege('service_role', oid, 'select') loop
        execute format('drop table %s cascade', ours); end loop;
    end $$;
    drop schema if exists app, auth, partitions, pgboss, migrations cascade`)
}
