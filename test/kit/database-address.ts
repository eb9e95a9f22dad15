import type pg from 'pg'

/** Converts the driver's settings to a DATABASE_URL, for programs that a test starts. */
export function databaseAddress({ host, port, user, password, database }: pg.PoolConfig): string {
  const url = new URL('postgres://localhost')
  url.username = encodeURIComponent(user ?? '')
  url.password = encodeURIComponent(typeof password === 'string' ? password : '')
  url.pathname = `/${database}`
  url.port = String(port ?? 5432)
  if (host?.startsWith('/')) url.searchParams.set('host', host)
  else url.hostname = host ?? 'localhost'
  return url.href
}
