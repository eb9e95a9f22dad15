import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Client, PoolConfig } from 'pg'
import { usageMonth } from '../../contract/limits.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { canConnect } from '../db/connection/can-connect.ts'
import { connectionSettings, createClient } from '../db/connection/connection.ts'
import { connectionRemedy, describeTooManyConnections, readConnectionUse } from '../db/connection/connection-limit.ts'
import { startEmbedded } from '../db/embedded/embedded.ts'
import { serverRole } from '../db/connection/server-role.ts'
import { describeDatabaseUrlError, ownerSetting, serverPasswordOf } from '../prepare-database.ts'
import { keyIdOf } from '../sealed.ts'
import { loadSecrets } from '../secrets.ts'
import { isLoopback } from '../setting-combinations.ts'
import { demoAddress, hasSandbox } from '../simulated-services.ts'
import { checkPrices } from './check-prices.ts'
import {
  countLimits,
  countMailboxes,
  findAccounts,
  findAppliedMigrations,
  findKeyIds,
  readAs,
  readAutomationSwitch,
  readDatabaseTime,
  readQueueDelaySeconds,
  readServerFacts,
} from './doctor-queries.ts'
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
    if (found.some(({ level, check }) => level === 'error' && check === 'database')) return found
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
      ...(migrations.level === 'ok' ? [await checkLimits(client, config, clock)] : []),
      await checkKeys(client, config),
      await checkConsents(client, config),
      ...(await checkPrices(owner, config)),
    ]
  } finally {
    await client.end()
  }
}

async function checkAutomation(client: Client): Promise<Finding> {
  const row = await readAutomationSwitch(client)
  if (!row?.actions && !row?.mailboxes) return ok('automation', 'nothing is stopped')
  const what = row.mailboxes ? 'all sorting and automated actions are stopped' : 'automated actions are stopped'
  const since = `${what} since ${row.changedAt.toISOString().slice(0, 16).replace('T', ' ')} (UTC)`
  return warning('automation', since, 'npx mailroom automation start resumes them.')
}

/** Who may create an account where others may reach the page, and the demo account, whose password is published. */
async function checkAccounts(client: Client, config: Config): Promise<Finding[]> {
  if (hasSandbox(config)) return []
  const { auth, production, host } = config
  const { hasAny, hasNamed: hasDemo } = await findAccounts(client, demoAddress)
  const demo = warning(
    'demo account',
    `${demoAddress} is here, and its password is published`,
    `npx mailroom users delete ${demoAddress} --yes`,
  )
  const found = hasDemo ? [demo] : []
  if (auth.signUp === 'first' && !hasAny)
    return [...found, warning('sign-up', 'the first visitor becomes the operator', 'Create your account now.')]
  if (auth.signUp === 'open' && (production || !isLoopback(host)))
    return [...found, warning('sign-up', 'anyone may create an account', 'For a household remove SIGN_UP=open.')]
  return [...found, ok('sign-up', auth.signUp === 'open' ? 'is open' : 'is closed or by invitation')]
}

/** A limit that is reached shows as email that stays in the inbox. */
async function checkLimits(client: Client, { stripe }: Config, clock: Clock): Promise<Finding> {
  const month = usageMonth(clock.now())
  const { limited, reached } = await countLimits(client, { month, hasPlans: stripe !== null })
  if (limited === 0) return ok('limits', 'no user has one')
  return ok('limits', `users with a limit: ${limited}; of these at the limit of this month: ${reached}`)
}

async function checkServer(client: Client, config: Config): Promise<Finding> {
  const row = await readServerFacts(client)
  if (!row || row.version < oldestPostgres)
    return failure('database', `PostgreSQL ${row?.name} is too old`, 'Use PostgreSQL 14 or newer.')
  if (row.encoding !== 'UTF8')
    return failure('database', `the encoding is ${row.encoding}`, "Create the database with encoding 'UTF8'.")
  if (!row.mayCreate)
    return failure(
      'database',
      `the user of ${ownerSetting(config)} may not create the roles, or use those of another installation`,
      'Run as a superuser: alter role NAME createrole; grant service_role, accounts_service to NAME.',
    )
  return ok('database', `PostgreSQL ${row.name} responds`)
}

async function checkClock(client: Client, clock: Clock): Promise<Finding> {
  const time = await readDatabaseTime(client)
  const offMs = Math.abs((time?.getTime() ?? 0) - clock.now().getTime())
  if (offMs <= clockToleranceMs) return ok('clock', 'agrees with the database')
  return failure(
    'clock',
    `differs from the database by ${Math.round(offMs / 1000)} seconds`,
    'Synchronize both clocks (NTP): tokens, one-time codes and signatures depend on the time.',
  )
}

async function checkMigrations(client: Client): Promise<Finding> {
  const files = readdirSync(new URL('../db/migrations/', import.meta.url)).filter((name) => name.endsWith('.sql'))
  const rows = await findAppliedMigrations(client)
  if (rows === null) return ok('migrations', 'the database is empty; the first start creates the tables')
  const applied = rows[0]?.number ?? 0
  const ahead = rows.filter(({ number }) => number > files.length)
  if (ahead.length > 0 && ahead.every(({ compatibleFrom }) => compatibleFrom <= files.length))
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
    query: async (sql) => ({ rows: await readAs(client, 'service_role', sql) }),
  })
  const problem = describeTooManyConnections({ nodes: Math.max(nodes, 1), allowed }, perNode)
  if (problem !== null) return failure('connections', problem, connectionRemedy)
  const most = Math.floor(allowed / perNode)
  return ok('connections', `${nodes} of at most ${most} nodes run (${perNode} of ${allowed} connections each)`)
}

async function checkQueue(client: Client): Promise<Finding> {
  const seconds = await readQueueDelaySeconds(client)
  if (seconds <= queueToleranceSeconds) return ok('queue', 'no job waits')
  return failure(
    'queue',
    `the oldest job has waited for ${Math.round(seconds / 60)} minutes`,
    'Start a node with ROLE=worker or ROLE=all, or add more of them.',
  )
}

/** A database restored without its secrets cannot open tokens, passwords of mailboxes and signing keys. */
async function checkKeys(client: Client, config: Config): Promise<Finding> {
  const { encryptionKeys } = await loadSecrets(config)
  const known = new Set(encryptionKeys.map(keyIdOf))
  if ((await findKeyIds(client)).every((id) => known.has(id))) return ok('keys', 'open everything that is stored')
  return failure(
    'keys',
    'secrets in the database were encrypted with a key that is not configured',
    'Restore ENCRYPTION_KEYS (or secrets.json in DATA_DIR) from the backup; several keys may follow each other.',
  )
}

async function checkConsents(client: Client, { microsoft }: Config): Promise<Finding> {
  const { total, ended, outlook } = await countMailboxes(client)
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
