import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Client, PoolConfig, QueryResultRow } from 'pg'
import type { Clock } from '../../server/clock.ts'
import type { Config } from '../../server/config.ts'
import { canConnect } from '../../server/db/connection/can-connect.ts'
import { connectionSettings, createClient } from '../../server/db/connection/connection.ts'
import {
  connectionRemedy,
  describeTooManyConnections,
  readConnectionUse,
} from '../../server/db/connection/connection-limit.ts'
import { startEmbedded } from '../../server/db/embedded/embedded.ts'
import { serverRole } from '../../server/db/connection/server-role.ts'
import { describeDatabaseUrlError, ownerSetting, serverPasswordOf } from '../../server/prepare-database.ts'
import { keyIdOf } from '../../server/sealed.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { demoAddress } from '../lib/demo-account.ts'
import { checkPrices } from './check-prices.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const oldestPostgres = 140_000
const clockToleranceMs = 30_000
const queueToleranceSeconds = 300

export async function checkDatabase(config: Config, clock: Clock): Promise<Finding[]> {
  const { dataDir } = config
  const ownerUrl = config.directDatabaseUrl ?? config.databaseUrl
  if (ownerUrl !== null) return examine(config, clock, connectionSettings(ownerUrl))
  if (!existsSync(path.join(dataDir, 'postgres')))
    return [ok('database', `embedded; the first start creates it in ${dataDir}`)]
  await using embedded = await startEmbedded({ dataDir })
  return await examine(config, clock, embedded.owner)
}

async function examine(config: Config, clock: Clock, owner: PoolConfig): Promise<Finding[]> {
  const client = createClient({ ...owner, connectionTimeoutMillis: 10_000, application_name: 'mailroom-doctor' })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    const setting = ownerSetting(config)
    const text = describeDatabaseUrlError(error, setting)
    const remedy = `Correct ${setting}, and check that PostgreSQL runs and accepts connections from this machine.`
    return [failure('database', text instanceof Error ? text.message : String(text), remedy)]
  }
  try {
    const found = [await checkServer(client, config), await checkClock(client, clock)]
    const migrations = await checkMigrations(client)
    if (migrations.level === 'error' || migrations.text.includes('empty')) return [...found, migrations]
    return [
      ...found,
      migrations,
      ...(await checkPooler(config)),
      await checkConnections(client, config),
      await checkQueue(client),
      await checkAutomation(client),
      ...(await checkAccounts(client, config)),
      await checkKeys(client, config),
      await checkConsents(client, config),
      ...(await checkPrices(owner, config)),
    ]
  } finally {
    await client.end()
  }
}

async function checkAutomation(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ actions: boolean; mailboxes: boolean; changed_at: Date }>(
    'select stopped as actions, mailboxes_stopped as mailboxes, changed_at from app.automation_switch',
  )
  const [row] = rows
  if (!row?.actions && !row?.mailboxes) return ok('automation', 'nothing is stopped')
  const what = row.mailboxes ? 'all sorting and automated actions are stopped' : 'automated actions are stopped'
  const since = `${what} since ${row.changed_at.toISOString().slice(0, 16).replace('T', ' ')} (UTC)`
  return warning('automation', since, 'npx mailroom automation start resumes them.')
}

/** Who may create an account where others may reach the page, and the demo account, whose password is published. */
async function checkAccounts(client: Client, { auth, production, sandboxUrl }: Config): Promise<Finding[]> {
  if (sandboxUrl !== null) return []
  const [row] = await rowsAs<{ has_demo: boolean; has_any: boolean }>(
    client,
    'accounts_service',
    `select count(*) filter (where email = '${demoAddress}') > 0 as has_demo, count(*) > 0 as has_any from auth.users`,
  )
  const demo = warning(
    'demo account',
    `${demoAddress} is here, and its password is published`,
    `npx mailroom users delete ${demoAddress} --yes`,
  )
  const found = row?.has_demo ? [demo] : []
  if (auth.signUp === 'first' && !row?.has_any)
    return [...found, warning('sign-up', 'the first visitor becomes the operator', 'Create your account now.')]
  if (auth.signUp === 'open' && production)
    return [...found, warning('sign-up', 'anyone may create an account', 'For a household remove SIGN_UP=open.')]
  return [...found, ok('sign-up', auth.signUp === 'open' ? 'is open' : 'is closed or by invitation')]
}

async function checkServer(client: Client, config: Config): Promise<Finding> {
  const { rows } = await client.query<{ version: number; name: string; encoding: string; may_create: boolean }>(`
    select current_setting('server_version_num')::integer as version, current_setting('server_version') as name,
      current_setting('server_encoding') as encoding,
      exists (select from pg_roles where rolname = current_user and (rolcreaterole or rolsuper))
        or exists (select from pg_roles where rolname = 'mailroom_server') as may_create`)
  const [row] = rows
  if (!row || row.version < oldestPostgres)
    return failure('database', `PostgreSQL ${row?.name} is too old`, 'Use PostgreSQL 14 or newer.')
  if (row.encoding !== 'UTF8')
    return failure('database', `the encoding is ${row.encoding}`, "Create the database with encoding 'UTF8'.")
  if (!row.may_create)
    return failure(
      'database',
      `the user of ${ownerSetting(config)} may not create roles`,
      'Run as a superuser: alter role NAME createrole.',
    )
  return ok('database', `PostgreSQL ${row.name} responds`)
}

async function checkClock(client: Client, clock: Clock): Promise<Finding> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const offMs = Math.abs((rows[0]?.now.getTime() ?? 0) - clock.now().getTime())
  if (offMs <= clockToleranceMs) return ok('clock', 'agrees with the database')
  return failure(
    'clock',
    `differs from the database by ${Math.round(offMs / 1000)} seconds`,
    'Synchronize both clocks (NTP): tokens, one-time codes and signatures depend on the time.',
  )
}

async function checkMigrations(client: Client): Promise<Finding> {
  const files = readdirSync(new URL('../../server/db/migrations/', import.meta.url)).filter((name) =>
    name.endsWith('.sql'),
  )
  const { rows: tables } = await client.query("select to_regclass('migrations.applied') as found")
  if (tables[0]?.found === null) return ok('migrations', 'the database is empty; the first start creates the tables')
  // A database of a former version has no column compatible_from.
  const { rows } = await client.query<{ number: number; name: string; compatible_from: number }>(
    `select number, name, coalesce((to_jsonb(a) ->> 'compatible_from')::integer, number) as compatible_from
     from migrations.applied a order by number desc`,
  )
  const applied = rows[0]?.number ?? 0
  const ahead = rows.filter(({ number }) => number > files.length)
  if (ahead.length > 0 && ahead.every(({ compatible_from }) => compatible_from <= files.length))
    return ok('migrations', `the database is ${ahead.length} ahead of this program, which still works with it`)
  if (ahead.length > 0)
    return failure(
      'migrations',
      `the database is newer than this program: it has ${rows[0]?.name}`,
      'Install the version of Mailroom that last ran on it, or a newer one.',
    )
  if (applied < files.length)
    return warning('migrations', `${files.length - applied} are pending`, 'The next start applies them; back up first.')
  return ok('migrations', `all ${applied} are applied`)
}

/** Signs in as the nodes do: a pooler need not know the owner of the database. */
async function checkPooler(config: Config): Promise<Finding[]> {
  const { databaseUrl, directDatabaseUrl } = config
  if (databaseUrl === null || directDatabaseUrl === null) return []
  const login = { user: serverRole, password: serverPasswordOf(await loadSecrets(config)) }
  const isOpen = await canConnect({ ...connectionSettings(databaseUrl), ...login, connectionTimeoutMillis: 10_000 })
  if (isOpen) return [ok('pooler', `accepts the nodes (${serverRole})`)]
  return [
    failure(
      'pooler',
      `DATABASE_URL does not accept the nodes (${serverRole})`,
      'Check that the pooler runs at DATABASE_URL and knows this role; deploy/pgbouncer has a configuration.',
    ),
  ]
}

/** Nodes that run, or the first one that starts. */
async function checkConnections(client: Client, config: Config): Promise<Finding> {
  const { databaseConnections: perNode, directDatabaseUrl } = config
  if (directDatabaseUrl !== null) return ok('connections', 'a pooler shares them among the nodes')
  const { nodes, allowed } = await readConnectionUse({
    query: async (sql) => ({ rows: await rowsAs(client, 'service_role', sql) }),
  })
  const problem = describeTooManyConnections({ nodes: Math.max(nodes, 1), allowed }, perNode)
  if (problem !== null) return failure('connections', problem, connectionRemedy)
  const most = Math.floor(allowed / perNode)
  return ok('connections', `${nodes} of at most ${most} nodes run (${perNode} of ${allowed} connections each)`)
}

async function checkQueue(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ seconds: number | null }>(`
    select extract(epoch from max(now() - start_after))::integer as seconds
    from pgboss.job where state = 'created' and start_after < now()`)
  const seconds = rows[0]?.seconds ?? 0
  if (seconds <= queueToleranceSeconds) return ok('queue', 'no job waits')
  return failure(
    'queue',
    `the oldest job has waited for ${Math.round(seconds / 60)} minutes`,
    'Start a node with ROLE=worker or ROLE=all, or add more of them.',
  )
}

/** Forced row-level security hides all rows from an owner that is no superuser. */
async function rowsAs<Row extends QueryResultRow>(client: Client, role: string, sql: string): Promise<Row[]> {
  await client.query(`begin read only; set local role ${role}`)
  const { rows } = await client.query<Row>(sql)
  await client.query('rollback')
  return rows
}

/** A database restored without its secrets cannot open tokens, passwords of mailboxes and signing keys. */
async function checkKeys(client: Client, config: Config): Promise<Finding> {
  const keyIds = (column: string) => `distinct split_part(${column}, '.', 2) as key_id`
  const rows = [
    ...(await rowsAs<{ key_id: string }>(
      client,
      'service_role',
      `select ${keyIds('access_token_sealed')} from app.mailbox_tokens
       union select ${keyIds('password_sealed')} from app.imap_accounts`,
    )),
    ...(await rowsAs<{ key_id: string }>(
      client,
      'accounts_service',
      `select ${keyIds('private_jwk_sealed')} from auth.signing_keys`,
    )),
  ]
  const { encryptionKeys } = await loadSecrets(config)
  const known = new Set(encryptionKeys.map(keyIdOf))
  if (rows.every((row) => known.has(row.key_id))) return ok('keys', 'open everything that is stored')
  return failure(
    'keys',
    'secrets in the database were encrypted with a key that is not configured',
    'Restore ENCRYPTION_KEYS (or secrets.json in DATA_DIR) from the backup; several keys may follow each other.',
  )
}

async function checkConsents(client: Client, { microsoft }: Config): Promise<Finding> {
  const [row] = await rowsAs<{ total: number; ended: number; outlook: number }>(
    client,
    'service_role',
    `select count(*)::integer as total, count(*) filter (where status = 'reauth_required')::integer as ended,
       count(*) filter (where provider = 'microsoft')::integer as outlook
     from public.mailboxes`,
  )
  const { total, ended, outlook } = row ?? { total: 0, ended: 0, outlook: 0 }
  if (outlook > 0 && microsoft === null)
    return failure(
      'consent',
      `${outlook} mailboxes at Microsoft are connected, but Microsoft is not configured`,
      'Set MICROSOFT_CLIENT_ID, or disconnect them on the Mailbox tab.',
    )
  if (ended === 0)
    return ok('consent', total === 0 ? 'no mailbox is connected yet' : `${total} mailboxes are connected`)
  return warning(
    'consent',
    `${ended} of ${total} mailboxes need a new sign-in`,
    'Their users sign in again on the Mailbox tab. If it is all of them, the app registration has changed.',
  )
}
