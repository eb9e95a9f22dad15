import { serverRole } from './server-role.ts'

interface ConnectionUse {
  /** Nodes that are alive. */
  nodes: number
  /** Connections that the database allows to all nodes together. */
  allowed: number
}

/** `reserved_connections` exists since PostgreSQL 16; a limit of -1 means none. */
const connectionUse = `
  select (select count(*)::integer from app.nodes where seen_until > now()) as nodes,
    least(
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        - coalesce(current_setting('reserved_connections', true)::integer, 0),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = '${serverRole}')) as allowed`

/** Ask a database that nodes connect to directly: a connection pooler has limits of its own. */
export async function readConnectionUse(database: {
  query: (sql: string) => Promise<{ rows: ConnectionUse[] }>
}): Promise<ConnectionUse> {
  const { rows } = await database.query(connectionUse)
  return rows[0] ?? { nodes: 0, allowed: 0 }
}

/** @param perNode DATABASE_CONNECTIONS @returns what the nodes may open, where that is too much; null otherwise */
export function describeTooManyConnections({ nodes, allowed }: ConnectionUse, perNode: number): string | null {
  if (nodes * perNode <= allowed) return null
  const subject = nodes === 1 ? 'one node' : `${nodes} nodes`
  return `${subject} may open ${nodes * perNode} connections, and the database allows ${allowed}`
}

export const connectionRemedy =
  'Raise max_connections of PostgreSQL, lower DATABASE_CONNECTIONS, or use PgBouncer (docs/operations.md).'
