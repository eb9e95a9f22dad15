import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Client } from 'pg'
import type { PoolConfig } from 'pg'
import { connectionSettings } from './connection.ts'
import type { Connection } from './connection.ts'
import { ensureServerRole, refusePower, serverRole } from './server-role.ts'
import { StartProblem } from '../start-problem.ts'

/** Any constant will do, as long as all nodes use the same: who holds it migrates, the others wait. */
const migrationLock = 7_302_114_771

interface MigrationFile {
  number: number
  name: string
  sql: string
  checksum: string
}

export interface MigrateOptions {
  serverPassword: string
  /** Makes the queue's schema as the owner and grants it to the login role; `run` is the migration's own connection. */
  jobs?: (owner: PoolConfig, run: (sql: string) => Promise<unknown>) => Promise<void>
}

/** Brings the database to this version of the code and answers how the server logs in. Safe to run at every start, on many nodes at once. */
export async function migrate(
  owner: Connection,
  { serverPassword, jobs }: MigrateOptions,
): Promise<{ server: PoolConfig }> {
  const settings = connectionSettings(owner)
  const client = new Client({ ...settings, application_name: 'mailroom-migrate', options: '-c timezone=UTC' })
  // The statement under way fails too and says so; this keeps a lost connection from ending the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const server = { ...settings, user: serverRole, password: serverPassword }
    await ensureServerRole(client, server)
    await applyMigrations(client, await migrationFiles())
    await refusePower(client)
    await jobs?.(settings, (sql) => client.query(sql))
    await seed(client)
    return { server }
  } finally {
    await client.end()
  }
}

async function migrationFiles(): Promise<MigrationFile[]> {
  const folder = new URL('./migrations/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const files = await Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
      return { number: Number(name.split('-')[0]), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
  const wrong = files.find((file, index) => file.number !== index + 1)
  if (wrong)
    throw new StartProblem(`migration ${wrong.name} is out of order: files are numbered 001, 002, … without gaps`)
  return files
}

async function applyMigrations(client: Client, files: MigrationFile[]): Promise<void> {
  await client.query(`
    create schema if not exists migrations;
    create table if not exists migrations.applied (
      number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`)
  const applied = await client.query<{ number: number; name: string; checksum: string }>(
    'select number, name, checksum from migrations.applied order by number',
  )
  for (const row of applied.rows) {
    const file = files[row.number - 1]
    if (!file) throw new StartProblem(`the database is newer than this program: it has ${row.name}`)
    if (file.checksum !== row.checksum)
      throw new StartProblem(
        `${file.name} was changed after it had been applied; put it back and add a new migration instead`,
      )
  }
  for (const file of files.slice(applied.rows.length)) await apply(client, file)
}

async function apply(client: Client, file: MigrationFile): Promise<void> {
  try {
    await client.query('begin')
    await client.query(file.sql)
    await client.query('insert into migrations.applied (number, name, checksum) values ($1, $2, $3)', [
      file.number,
      file.name,
      file.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new Error(`migration ${file.name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** As service_role: an owner who is no superuser is bound by the forced policies as everybody is. */
async function seed(client: Client): Promise<void> {
  const sql = await readFile(new URL('./seed.sql', import.meta.url), 'utf8')
  await client.query(`begin; set local role service_role; ${sql}; commit`)
}
