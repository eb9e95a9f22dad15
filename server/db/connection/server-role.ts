import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { DatabaseError, escapeIdentifier, escapeLiteral } from 'pg'
import type { Client, ClientConfig } from 'pg'
import { canConnect } from './can-connect.ts'
import { StartupError } from '../../startup-error.ts'

const databaseStatementTimeoutMs = 30_000
const databaseIdleTransactionTimeoutMs = 60_000
const roleCreationMaxAttempts = 5

/**
 * Login role of the server: no superuser, owns nothing; its privileges come from the roles that it sets per
 * transaction.
 */
export const serverRole = 'mailroom_server'
const requestRoles = ['anon', 'authenticated', 'service_role', 'accounts_service'] as const

/**
 * SQLSTATEs of a race: databases of one cluster that create the same roles concurrently. Roles are cluster-wide,
 * advisory locks are not.
 */
const raceErrors = new Set(['23505', '42710', 'XX000'])

/** Creates the login role and the roles that it may set; resets its password where it cannot log in. */
export async function ensureServerRole(owner: Client, server: ClientConfig): Promise<void> {
  await retryOnRace(owner, () => createRoles(owner))
  await retryOnRace(owner, () => setDefaults(owner))
  if (!(await canConnect(server))) await retryOnRace(owner, () => setPassword(owner, String(server.password)))
}

async function retryOnRace(owner: Client, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await owner.query('begin')
      await work()
      await owner.query('commit')
      return
    } catch (error) {
      await owner.query('rollback')
      if (attempt === roleCreationMaxAttempts || !(error instanceof DatabaseError && raceErrors.has(error.code ?? '')))
        throw error
    }
  }
}

async function createRoles(owner: Client): Promise<void> {
  const present = await owner.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
    [serverRole, ...requestRoles],
  ])
  const names = new Set(present.rows.map((row) => row.rolname))
  if (!names.has(serverRole)) await owner.query(`create role ${serverRole} login noinherit`)
  for (const role of requestRoles) if (!names.has(role)) await owner.query(`create role ${role} nologin noinherit`)
  // A non-superuser owner seeds as service_role, and reads all rows for a backup as both. Since PostgreSQL 16 the
  // creator of a role may not SET it without a grant.
  const missing = await owner.query<{ role: string; member: string }>(
    `select role, member from (
       select unnest($1::text[]) as role, $2::text as member
       union all values ('service_role', current_user::text), ('accounts_service', current_user::text)) wanted
     where not pg_has_role(member, role,
       case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)`,
    [requestRoles, serverRole],
  )
  for (const { role, member } of missing.rows)
    await owner.query(`grant ${escapeIdentifier(role)} to ${escapeIdentifier(member)}`)
}

/**
 * Settings of each session. They belong to the role, because a connection pooler refuses most settings that a client
 * requests when it connects.
 */
const sessionDefaults = {
  timezone: 'UTC',
  search_path: 'public',
  statement_timeout: String(databaseStatementTimeoutMs),
  idle_in_transaction_session_timeout: String(databaseIdleTransactionTimeoutMs),
}

async function setDefaults(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ settings: string[] | null }>(
    'select rolconfig as settings from pg_roles where rolname = $1',
    [serverRole],
  )
  const present = new Set((rows[0]?.settings ?? []).map((setting) => setting.toLowerCase()))
  for (const [name, value] of Object.entries(sessionDefaults))
    if (!present.has(`${name}=${value}`.toLowerCase()))
      await owner.query(`alter role ${serverRole} set ${name} to ${escapeLiteral(value)}`)
}

/** Sends a SCRAM verifier, so that the password appears in no statement and no database log. */
async function setPassword(owner: Client, password: string): Promise<void> {
  await owner.query(`alter role ${serverRole} login noinherit password ${escapeLiteral(await scramVerifier(password))}`)
}

async function scramVerifier(password: string): Promise<string> {
  const iterations = 4096
  const salt = randomBytes(16)
  const salted = await promisify(pbkdf2)(password, salt, iterations, 32, 'sha256')
  const key = (label: string) => createHmac('sha256', salted).update(label).digest()
  const storedKey = createHash('sha256').update(key('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${key('Server Key').toString('base64')}`
}

/**
 * Refuses to start where a role has privileges that bypass the policies: superuser, BYPASSRLS, creating roles or
 * databases, or CREATE on schema public, which every role has before PostgreSQL 15 and only its owner or a superuser
 * can revoke.
 */
export async function rejectPrivilegedRoles(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ name: string; power: string }>(
    `select rolname as name, power from pg_roles, unnest(array[
       case when rolsuper then 'is a superuser' end,
       case when rolbypassrls then 'bypasses row-level security' end,
       case when rolcreaterole or rolcreatedb or rolreplication then 'may create roles or databases, or replicate' end,
       case when has_schema_privilege(rolname, 'public', 'create') then 'may create in the schema public' end]) power
     where rolname = any($1) and power is not null`,
    [[serverRole, ...requestRoles]],
  )
  if (rows.length === 0) return
  const list = rows.map(({ name, power }) => `${name} ${power}`).join('; ')
  throw new StartupError(`The database's roles must not have such power: ${list}. Revoke it and start again.`)
}
