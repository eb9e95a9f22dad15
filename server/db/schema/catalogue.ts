import type pg from 'pg'

/** The product's schemas; pg-boss manages its own. */
const ourSchemas = ['public', 'auth', 'app'] as const

export interface Column {
  schema: string
  table: string
  column: string
  type: string
  nullable: boolean
  default: string | null
  identity: '' | 'a' | 'd'
  /** Partition key of the table; null where it has none. */
  partitionKey: string | null
}

export interface Constraint {
  schema: string
  table: string
  name: string
  kind: 'p' | 'u' | 'f' | 'c'
  definition: string
}

type Reader = Pick<pg.Client, 'query'>

const schemas = `any('{${ourSchemas.join(',')}}')`

export async function readColumns(client: Reader): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select n.nspname as schema, c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
           not a.attnotnull as nullable, pg_get_expr(d.adbin, d.adrelid) as default, a.attidentity::text as identity,
           pg_get_partkeydef(c.oid) as "partitionKey"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'p') and n.nspname = ${schemas}
    order by n.nspname collate "C", c.relname collate "C", a.attnum`)
  return rows
}

/** Without the NOT NULL constraints of PostgreSQL 18: `readColumns` contains them. */
export async function readConstraints(client: Reader): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(`
    select n.nspname as schema, c.relname as table, k.conname as name, k.contype::text as kind,
           pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    where k.contype in ('p', 'u', 'f', 'c') and n.nspname = ${schemas}
    order by n.nspname collate "C", c.relname collate "C", k.contype, k.conname collate "C"`)
  return rows
}

/** One statement of the dump; `table` is null for global ones. */
export interface Statement {
  table: string | null
  sql: string
}

async function statements(client: Reader, query: string): Promise<Statement[]> {
  const { rows } = await client.query<Statement>(query)
  return rows
}

const roles = `('mailroom_server', 'anon', 'authenticated', 'service_role', 'accounts_service')`

export const readRoles = (client: Reader) =>
  statements(
    client,
    `select null as table, sql from (
       select 1 as part, format('create role %I %s%s%s;', rolname,
              case when rolcanlogin then 'login' else 'nologin' end,
              case when rolinherit then '' else ' noinherit' end,
              case when rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication
                then ' FORBIDDEN PRIVILEGES' else '' end) as sql
       from pg_roles where rolname in ${roles}
       union
       select 2, format('grant %I to %I;', r.rolname, u.rolname)
       from pg_auth_members m join pg_roles r on r.oid = m.roleid join pg_roles u on u.oid = m.member
       where r.rolname in ${roles} and u.rolname in ${roles}) roles
     order by part, sql collate "C"`,
  )

/** Privileges of other roles than the owner on schemas, tables, columns and functions. */
export const readGrants = (client: Reader) =>
  statements(
    client,
    `with acls as (
       select null as table, 'schema ' || quote_ident(nspname) as object, null::text as column,
              nspacl as acl, nspowner as owner
       from pg_namespace where nspname = ${schemas}
       union all
       select c.oid::regclass::text, format('%I.%I', n.nspname, c.relname), null, c.relacl, c.relowner
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'S') and n.nspname = ${schemas}
       union all
       select c.oid::regclass::text, format('%I.%I', n.nspname, c.relname), quote_ident(a.attname), a.attacl, c.relowner
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where a.attacl is not null and n.nspname = ${schemas}
       union all
       select null, format('function %I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)),
              null,
              coalesce(p.proacl, acldefault('f', p.proowner)), p.proowner
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = ${schemas}
     ), granted as (
       select acls.table, object, "column", lower(e.privilege_type) as privilege,
              case when e.grantee = 0 then 'public' else quote_ident(g.rolname) end as grantee
       from acls cross join aclexplode(acl) e left join pg_roles g on g.oid = e.grantee
       where e.grantee <> acls.owner and coalesce(g.rolname, '') <> 'pg_database_owner'
     ), by_privilege as (
       select g.table, object, grantee, privilege,
              privilege || coalesce(' (' || string_agg("column", ', ' order by "column" collate "C") || ')', '') as what
       from granted g group by g.table, object, grantee, privilege, "column" is null
     )
     select b.table,
            format('grant %s on %s to %s;', string_agg(what, ', ' order by what collate "C"), object, grantee) as sql
     from by_privilege b group by b.table, object, grantee order by object collate "C", grantee collate "C"`,
  )

export const readFunctions = (client: Reader) =>
  statements(
    client,
    `select null as table, pg_get_functiondef(p.oid) || ';' as sql
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = ${schemas}
     order by n.nspname collate "C", p.proname collate "C"`,
  )

/** Indexes, triggers, row-level security and policies of tables. */
export const readTableParts = (client: Reader) =>
  statements(
    client,
    `with tables as (
       select c.oid, c.oid::regclass::text as table, format('%I.%I', n.nspname, c.relname) as name,
              c.relrowsecurity, c.relforcerowsecurity
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname = ${schemas}
     ), parts as (
       select t.table, 1 as part, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) || ';' as sql
       from pg_index i join tables t on t.oid = i.indrelid
       where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
       union all
       select t.table, 2, g.tgname, pg_get_triggerdef(g.oid) || ';'
       from pg_trigger g join tables t on t.oid = g.tgrelid where not g.tgisinternal
       union all
       select t.table, 3, '', format('alter table %s enable row level security;', name)
       from tables t where relrowsecurity
       union all
       select t.table, 4, '', format('alter table %s force row level security;', name)
       from tables t where relforcerowsecurity
       union all
       select t.table, 5, p.polname, format('create policy %I on %s%s for %s to %s%s%s;', p.polname, t.name,
           case when p.polpermissive then '' else ' as restrictive' end,
           case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete'
             else 'all' end,
           coalesce((select string_agg(quote_ident(rolname), ', ' order by rolname collate "C")
                     from pg_roles where oid = any(p.polroles)), 'public'),
           E'\\n  using (' || pg_get_expr(p.polqual, p.polrelid) || ')',
           E'\\n  with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')')
       from pg_policy p join tables t on t.oid = p.polrelid
     )
     select parts.table, sql from parts order by part, name collate "C"`,
  )
