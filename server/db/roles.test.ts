import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/kit/database.ts'
import { ofFile } from '../../test/kit/of-file.ts'
import { insertUserRows, outcome } from '../../test/kit/users.ts'
import { readColumns } from './schema/catalogue.ts'
import type { Column } from './schema/catalogue.ts'
import { openDatabase } from './database.ts'
import type { Claims } from './database.ts'

const testDatabase = await ofFile(createTestDatabase())
const db = await ofFile(openDatabase({ connection: testDatabase.server, maxConnections: 4, onError: () => undefined }))
const owner = new Client(testDatabase.owner)
await owner.connect()
afterAll(() => owner.end())
const columns = await readColumns(owner)
const anna = await insertUserRows(db)
const ben = await insertUserRows(db)

const visitor: Claims = { role: 'anon' }
const denied = '42501'
const nothing = [0, denied]

const tableOf = ({ schema, table }: Column) => `${schema}.${table}`
const tables = () => [...Map.groupBy(columns, tableOf).entries()]
const ofPeople = () =>
  tables().flatMap(([table, of]) => {
    const key = table === 'auth.users' ? 'id' : of.some((column) => column.column === 'user_id') ? 'user_id' : null
    return key === null ? [] : [{ table, key, columns: of }]
  })

describe('the roles', () => {
  test('the login role and the request roles have no privileged attributes and own nothing', async () => {
    const roles = ['mailroom_server', 'anon', 'authenticated', 'service_role', 'accounts_service']
    const powers = await owner.query(
      `select rolname from pg_roles where rolname = any($1)
       and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
          or (rolinherit and rolname = 'mailroom_server'))`,
      [roles],
    )
    expect(powers.rows).toEqual([])
    const owned = await owner.query(
      `select c.oid::regclass from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = any($1)
       union all select p.oid::regprocedure::oid::regclass from pg_proc p join pg_roles r on r.oid = p.proowner
         where r.rolname = any($1)
       union all select n.oid::regclass from pg_namespace n join pg_roles r on r.oid = n.nspowner
         where r.rolname = any($1)`,
      [roles],
    )
    expect(owned.rows).toEqual([])
    const login = await owner.query<{ may: boolean }>(
      `select has_schema_privilege('mailroom_server', 'public', 'create')
         or has_database_privilege('mailroom_server', current_database(), 'create') as may`,
    )
    expect(login.rows).toEqual([{ may: false }])
  })

  test('every table has forced row-level security and a policy', async () => {
    const { rows } = await owner.query<{ table: string }>(
      `select format('%I.%I', n.nspname, c.relname) as table
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'auth', 'app') and c.relkind in ('r', 'p')
       and not (c.relrowsecurity and c.relforcerowsecurity
          and exists (select from pg_policy p where p.polrelid = c.oid))`,
    )
    expect(rows).toEqual([])
  })

  test('no function or view runs with the rights of its owner, except the one that maintains partitions', async () => {
    const { rows } = await owner.query(
      `select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('public', 'auth', 'app') and p.prosecdef
       union all select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'auth', 'app') and c.relkind in ('v', 'm')`,
    )
    expect(rows).toEqual([{ oid: 'app.maintain_audit_log(timestamp with time zone,integer,integer)' }])
  })

  test('the login role itself reads no personal data', async () => {
    for (const { table } of ofPeople())
      await expect(db.pool.query(`select from ${table}`), table).rejects.toMatchObject({ code: denied })
  })

  test('service_role reads no account tables, accounts_service only these', async () => {
    for (const [table] of tables()) {
      const account = table.startsWith('auth.')
      const refused: typeof db.asService = (fn) => (account ? db.asService(fn) : db.asAccounts(fn))
      await expect(
        refused((tx) => sql.raw(`select from ${table}`).execute(tx)),
        table,
      ).rejects.toMatchObject({ code: denied })
    }
  })
})

describe('row ownership', () => {
  test('the fixtures contain a row of each user in every personal table', async () => {
    for (const { table, key } of ofPeople()) {
      const as: typeof db.asService = (fn) => (table.startsWith('auth.') ? db.asAccounts(fn) : db.asService(fn))
      const { rows } = await as((tx) => sql.raw(`select from ${table} where ${key} = '${ben.id}'`).execute(tx))
      expect(rows.length, table).toBeGreaterThan(0)
    }
  })

  test('anonymous callers read active plans and add-ons and nothing else', async () => {
    for (const [table, of] of tables()) {
      const readable = table === 'public.plans' || table === 'public.addons'
      const read = await outcome(db, visitor, `select from ${table}`)
      expect(read, table).toEqual(readable ? expect.any(Number) : denied)
      expect(await outcome(db, visitor, `delete from ${table}`), table).toBe(denied)
      const column = of.find(({ identity }) => identity === '')
      expect(await outcome(db, visitor, `update ${table} set ${column?.column} = ${column?.column}`), table).toBe(
        denied,
      )
      expect(await outcome(db, visitor, `insert into ${table} default values`), table).toBe(denied)
    }
  })

  test('users cannot read, change, delete or insert rows of other users', async () => {
    for (const { table, key, columns: of } of ofPeople()) {
      const where = `where ${key} = '${ben.id}'`
      expect(nothing, `select ${table}`).toContain(await outcome(db, anna.claims, `select from ${table} ${where}`))
      expect(nothing, `delete ${table}`).toContain(await outcome(db, anna.claims, `delete from ${table} ${where}`))
      for (const { column } of of.filter(({ identity }) => identity === '')) {
        const statement = `update ${table} set "${column}" = "${column}"`
        expect(nothing, statement).toContain(await outcome(db, anna.claims, `${statement} ${where}`))
      }
      const insert = `insert into ${table} (${key}) values ('${ben.id}')`
      expect(await outcome(db, anna.claims, insert), insert).toBe(denied)
    }
  })

  test('users can write only the granted columns of their rows', async () => {
    const { rows } = await owner.query<{ written: string }>(
      `select format('%s %s.%s', lower(privilege), table_name, column_name) as written
       from information_schema.columns c, unnest('{INSERT,UPDATE}'::text[]) privilege
       where table_schema in ('public', 'auth', 'app')
       and has_column_privilege('authenticated', format('%I.%I', table_schema, table_name), column_name, privilege)
       order by 1`,
    )
    expect(rows.map((row) => row.written).sort()).toEqual([
      'insert email_folder_actions.action_id',
      'insert email_folder_actions.action_order',
      'insert email_folder_actions.config',
      'insert email_folder_actions.folder_id',
      'insert email_folder_actions.is_active',
      'insert subscriptions.cancel_at_period_end',
      'insert subscriptions.plan_id',
      'insert subscriptions.status',
      'insert subscriptions.user_id',
      'update email_folder_actions.action_order',
      'update email_folder_actions.config',
      'update email_folder_actions.is_active',
      'update email_folders.active',
      'update email_folders.file_delay_minutes',
      'update email_folders.file_hours',
      'update email_folders.file_latest_hours',
      'update email_folders.file_when',
      'update email_folders.filing',
      'update email_folders.include_in_ai',
      'update email_folders.include_security_email',
      'update email_folders.instructions',
      'update email_folders.mark_as_read',
      'update email_folders.set_flag',
      'update subscriptions.plan_id',
      'update subscriptions.status',
      'update subscriptions.stripe_subscription_id',
      'update subscriptions.updated_at',
    ])
  })

  test('a token without a subject reads no user rows', async () => {
    for (const { table } of ofPeople())
      expect(nothing, table).toContain(await outcome(db, { role: 'authenticated' }, `select from ${table}`))
  })
})
