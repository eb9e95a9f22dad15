import type { Client, QueryResultRow } from 'pg'
import { type CountedMonth, noLimit } from '../shared/monthly-limit.ts'

/** Queries of the owner of a database of any version, which change nothing. */

/** Forced row-level security hides all rows from an owner that is no superuser. */
export async function readAs<Row extends QueryResultRow>(client: Client, role: string, sql: string): Promise<Row[]> {
  await client.query(`begin read only; set local role ${role}`)
  const { rows } = await client.query<Row>(sql)
  await client.query('rollback')
  return rows
}

interface ServerFacts {
  version: number
  name: string
  encoding: string
  /** Whether the user may create the roles, or already has them. */
  mayCreate: boolean
}

export async function readServerFacts(client: Client): Promise<ServerFacts | null> {
  const { rows } = await client.query<ServerFacts>(`
    select current_setting('server_version_num')::integer as version, current_setting('server_version') as name,
      current_setting('server_encoding') as encoding,
      (select rolsuper from pg_roles where rolname = current_user)
        or (select coalesce(bool_and(pg_has_role(oid, 'MEMBER')
            or created.role and (current_setting('server_version_num')::integer < 160000
              or pg_has_role(oid, 'MEMBER WITH ADMIN OPTION'))), created.role)
          from pg_roles where rolname in ('service_role', 'accounts_service')) as "mayCreate"
    from (select rolcreaterole as role from pg_roles where rolname = current_user) created`)
  return rows[0] ?? null
}

export async function readDatabaseTime(client: Client): Promise<Date | null> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]?.now ?? null
}

interface AppliedMigration {
  number: number
  name: string
  compatibleFrom: number
}

/** The latest first; null: the database is empty. */
export async function findAppliedMigrations(client: Client): Promise<AppliedMigration[] | null> {
  const { rows: tables } = await client.query("select to_regclass('migrations.applied') as found")
  if (tables[0]?.found === null) return null
  // A database of a former version has no column compatible_from.
  const { rows } = await client.query<AppliedMigration>(
    `select number, name, coalesce((to_jsonb(a) ->> 'compatible_from')::integer, number) as "compatibleFrom"
     from migrations.applied a order by number desc`,
  )
  return rows
}

/** How long the oldest due job has waited. */
export async function readQueueDelaySeconds(client: Client): Promise<number> {
  const { rows } = await client.query<{ seconds: number | null }>(`
    select extract(epoch from max(now() - start_after))::integer as seconds
    from pgboss.job where state = 'created' and start_after < now()`)
  return rows[0]?.seconds ?? 0
}

interface StoppedAutomation {
  actions: boolean
  mailboxes: boolean
  changedAt: Date
}

export async function readAutomationSwitch(client: Client): Promise<StoppedAutomation | null> {
  const { rows } = await client.query<StoppedAutomation>(
    `select stopped as actions, mailboxes_stopped as mailboxes, changed_at as "changedAt" from app.automation_switch`,
  )
  return rows[0] ?? null
}

/** Whether there is any account, and one with the address. */
export async function findAccounts(client: Client, address: string): Promise<{ hasAny: boolean; hasNamed: boolean }> {
  const [row] = await readAs<{ hasAny: boolean; hasNamed: boolean }>(
    client,
    'accounts_service',
    `select count(*) > 0 as "hasAny", count(*) filter (where email = '${address}') > 0 as "hasNamed" from auth.users`,
  )
  return row ?? { hasAny: false, hasNamed: false }
}

/** Ids of the keys by which stored secrets are sealed. */
export async function findKeyIds(client: Client): Promise<string[]> {
  const keyIds = (column: string): string => `distinct split_part(${column}, '.', 2) as id`
  const rows = [
    ...(await readAs<{ id: string }>(
      client,
      'service_role',
      `select ${keyIds('access_token_sealed')} from app.mailbox_tokens
       union select ${keyIds('password_sealed')} from app.imap_accounts`,
    )),
    ...(await readAs<{ id: string }>(
      client,
      'accounts_service',
      `select ${keyIds('private_jwk_sealed')} from auth.signing_keys`,
    )),
  ]
  return rows.map(({ id }) => id)
}

interface MailboxCounts {
  total: number
  /** Need a new sign-in. */
  ended: number
  outlook: number
}

export async function countMailboxes(client: Client): Promise<MailboxCounts> {
  const [row] = await readAs<MailboxCounts>(
    client,
    'service_role',
    `select count(*)::integer as total, count(*) filter (where status = 'reauth_required')::integer as ended,
       count(*) filter (where provider = 'microsoft')::integer as outlook
     from public.mailboxes`,
  )
  return row ?? { total: 0, ended: 0, outlook: 0 }
}

interface LimitCounts {
  limited: number
  reached: number
}

/** Of users with mailboxes. */
export async function countLimits(
  client: Client,
  { month, hasPlans }: Omit<CountedMonth, 'userId'>,
): Promise<LimitCounts> {
  const [row] = await readAs<LimitCounts>(
    client,
    'service_role',
    `select count(*)::integer as limited,
       count(*) filter (where p.emails_processed >= m.total)::integer as reached
     from (select user_id, app.email_limit_total(user_id, ${hasPlans}) as total
       from public.mailboxes group by user_id) m
     left join public.usage p on p.user_id = m.user_id
       and p.month = '${month}'
     where m.total < ${noLimit}`,
  )
  return row ?? { limited: 0, reached: 0 }
}
