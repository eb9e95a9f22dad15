import type { Client, PoolConfig } from 'pg'
import { StartupError } from '../../startup-error.ts'
import { migrateLocked, migrateThrough, withMigrationLock, type MigrateOptions } from '../schema/migrate.ts'
import { clearDatabase } from './clear-database.ts'
import { readExportHeader } from './export-header.ts'
import { migrationOf } from './tables.ts'

const batchBytes = 1024 * 1024
const jobs = 'pgboss.job'

const notEmpty =
  'The database is not empty. A backup is restored into a new, empty database, or, where a server has started and ' +
  'has no account yet, on its page: “Restore a backup”.'

export interface ImportOptions {
  serverPassword: string
  jobs: NonNullable<MigrateOptions['jobs']>
  /** Empties the database first. */
  clear?: (client: Client) => Promise<void>
  /** Called once the database is known to be empty, before its first change. */
  onEmpty?: () => Promise<void>
  /** Saves settings as service, in the transaction of the rows. */
  saveSettings?: (client: Client) => Promise<void>
  /** Aborted: the restore ends as after a failure, with the reason. */
  stop?: AbortSignal
}

/**
 * Fills an empty database with an export: creates the tables as they were, inserts all rows in one transaction, then
 * migrates to this program's version. A failure leaves an empty database, and the end of the process at worst one
 * without rows.
 * @returns the number of rows
 * @throws StartupError where the database is not empty or the export is damaged or too new
 */
export async function importDatabase(
  owner: PoolConfig,
  lines: AsyncIterable<string>,
  options: ImportOptions,
): Promise<number> {
  const iterator = lines[Symbol.asyncIterator]()
  try {
    const { migration } = await readExportHeader(iterator)
    return await withMigrationLock(owner, 'mailroom-restore', async (client) => {
      await options.clear?.(client)
      if ((await migrationOf(client)) !== null) throw new StartupError(notEmpty)
      return fillEmpty(client, owner, { migration, rows: { [Symbol.asyncIterator]: () => iterator } }, options)
    })
  } finally {
    await iterator.return?.()
  }
}

async function fillEmpty(
  client: Client,
  owner: PoolConfig,
  { migration, rows }: { migration: number; rows: AsyncIterable<string> },
  options: ImportOptions,
): Promise<number> {
  try {
    await options.onEmpty?.()
    await migrateThrough(client, owner, options, migration)
    const { total, waitingJobs, hasSettings } = await insertAll(client, untilStop(rows, options.stop), options)
    await migrateLocked(client, owner, options)
    if (!hasSettings) await inTransaction(client, () => saveSettings(client, options))
    return total + (await insertJobs(client, waitingJobs))
  } catch (error) {
    // The first error counts, and a lost connection fails again.
    await client.query('rollback').catch(() => undefined)
    await clearDatabase(client).catch(() => undefined)
    throw error
  }
}

async function* untilStop(lines: AsyncIterable<string>, stop: AbortSignal | undefined): AsyncGenerator<string> {
  for await (const line of lines) {
    stop?.throwIfAborted()
    yield line
  }
  stop?.throwIfAborted()
}

const insertAll = (client: Client, lines: AsyncIterable<string>, options: ImportOptions) =>
  inTransaction(client, async () => {
    await loosen(client)
    const inserted = await insertRows(client, lines)
    const hasSettings = await saveSettings(client, options)
    await tighten(client)
    return { ...inserted, hasSettings }
  })

/** A failure leaves the transaction open. */
async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  const result = await work()
  await client.query('commit')
  return result
}

/** @returns false: the tables are of a program without settings on the page */
async function saveSettings(client: Client, options: Pick<ImportOptions, 'saveSettings'>): Promise<boolean> {
  if (!options.saveSettings) return true
  const { rows } = await client.query("select from pg_class where oid = to_regclass('app.operator_settings')")
  if (rows.length === 0) return false
  await client.query('set local role service_role')
  await options.saveSettings(client)
  await client.query('reset role')
  return true
}

/**
 * Within the transaction: foreign keys and triggers are suspended, so that the order of tables does not matter, and the
 * owner sees all rows.
 */
async function loosen(client: Client): Promise<void> {
  await client.query(`
    create temp table suspended_keys on commit drop as
      select conrelid::regclass::text as relation, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conparentid = 0
        and connamespace::regnamespace::text in ('public', 'auth', 'app');
    create temp table ours on commit drop as
      select oid::regclass::text as relation, relforcerowsecurity as is_forced from pg_class
      where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('public', 'auth', 'app');
    do $$ declare k record; begin
      for k in select * from suspended_keys loop
        execute format('alter table %s drop constraint %s', k.relation, k.name); end loop;
      for k in select * from ours loop
        execute format('alter table %s no force row level security, disable trigger user', k.relation); end loop;
      -- Rows that a migration inserts are part of the backup.
      for k in select * from ours loop execute format('delete from %s', k.relation); end loop;
    end $$`)
}

async function tighten(client: Client): Promise<void> {
  await client.query(`
    do $$ declare k record; begin
      for k in select * from ours loop
        execute format('alter table %s enable trigger user', k.relation);
        if k.is_forced then execute format('alter table %s force row level security', k.relation); end if; end loop;
      for k in select * from suspended_keys loop
        execute format('alter table %s add constraint %s %s', k.relation, k.name, k.definition); end loop;
      for k in select o.relation, a.attname, pg_get_serial_sequence(o.relation, a.attname) as sequence
        from ours o join pg_attribute a on a.attrelid = o.relation::regclass and a.attnum > 0 and not a.attisdropped
        where pg_get_serial_sequence(o.relation, a.attname) is not null loop
        execute format('select setval(%L, coalesce((select max(%I) from %s), 0) + 1, false)',
          k.sequence, k.attname, k.relation); end loop;
    end $$`)
}

async function insertRows(client: Client, lines: AsyncIterable<string>) {
  const waitingJobs: string[] = []
  let total = 0
  let insert: ((rows: string[]) => Promise<void>) | null = null
  let batch: string[] = []
  let bytes = 0
  let isComplete = false
  const flush = async (): Promise<void> => {
    if (insert && batch.length > 0) await insert(batch)
    batch = []
    bytes = 0
  }
  let table = ''
  for await (const line of lines) {
    if (line === 'E') isComplete = true
    else if (line.startsWith('T ')) {
      await flush()
      table = line.slice(2)
      insert = table === jobs ? null : await inserterFor(client, table)
    } else if (table === jobs) waitingJobs.push(line.slice(2))
    else {
      batch.push(line.slice(2))
      total += 1
      bytes += line.length
      if (bytes >= batchBytes) await flush()
    }
  }
  await flush()
  if (!isComplete) throw new StartupError('The backup ends too early: it is damaged.')
  return { total, waitingJobs }
}

/** Generated columns compute themselves; identity columns keep their values. */
async function inserterFor(client: Client, table: string): Promise<(rows: string[]) => Promise<void>> {
  const { rows: columns } = await client.query<{ relation: string; names: string }>(
    `select a.attrelid::regclass::text as relation, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as names
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.oid = to_regclass($1) and c.relnamespace::regnamespace::text in ('public', 'auth', 'app')
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' group by a.attrelid`,
    [table],
  )
  const [found] = columns
  if (!found) throw new StartupError(`The backup has a table that this program does not know: ${table}`)
  const { relation, names } = found
  return async (rows) => {
    await client.query(
      `insert into ${relation} (${names}) overriding system value
       select ${names} from json_populate_recordset(null::${relation}, $1::json)`,
      [`[${rows.join(',')}]`],
    )
  }
}

/** A job that the queue has created meanwhile, such as a scheduled one, stays. */
async function insertJobs(client: Client, rows: string[]): Promise<number> {
  if (rows.length === 0) return 0
  const { rowCount } = await client.query(
    `insert into pgboss.job select * from json_populate_recordset(null::pgboss.job, $1::json) j
     where exists (select from pgboss.queue q where q.name = j.name) on conflict do nothing`,
    [`[${rows.join(',')}]`],
  )
  return rowCount ?? 0
}
