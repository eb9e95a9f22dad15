import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { freePort } from '../../scripts/lib/free-port.ts'
import { canConnect } from '../../server/db/connection/can-connect.ts'
import { databaseAddress } from '../kit/database-address.ts'
import type { TestDatabase } from '../kit/database.ts'
import { runSql } from '../kit/run-sql.ts'
import { startInstalled, versionOf } from './installed-programs.ts'

interface PgBouncer extends AsyncDisposable {
  /** DATABASE_URL of the nodes, with the setting that this version needs. */
  env: Record<string, string>
}

/** PgBouncer in front of the database, as in deploy/pgbouncer. @param folder for its files */
export async function startPgBouncer(database: TestDatabase, folder: string): Promise<PgBouncer> {
  await using parts = new AsyncDisposableStack()
  await runSql(database.owner, await readFile('deploy/pgbouncer/login-lookup.sql', 'utf8'))
  await runSql(database.owner, `alter role pgbouncer password '${lookupPassword}'`)
  parts.defer(() => runSql(database.owner, 'drop owned by pgbouncer; drop role pgbouncer'))
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(versionOf('pgbouncer')) ?? []).map(Number)
  const supportsPreparedStatements = major > 1 || minor >= 21
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(join(folder, 'userlist.txt'), `"pgbouncer" "${lookupPassword}"\n`)
  await writeFile(file, settings({ database, folder, port, supportsPreparedStatements }))
  const pooled = { ...database.server, host: '127.0.0.1', port, database: 'mailroom' }
  parts.use(await startInstalled('pgbouncer', [file], { isReady: () => canConnect(pooled) }))
  const started = parts.move()
  return {
    env: {
      DATABASE_URL: databaseAddress(pooled),
      DATABASE_PREPARED_STATEMENTS: String(supportsPreparedStatements),
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

const lookupPassword = 'only-in-tests'

/** The file of the repository with the addresses of the test. */
function settings(on: {
  database: TestDatabase
  folder: string
  port: number
  supportsPreparedStatements: boolean
}): string {
  const { host, port = 5432 } = on.database.owner
  // A second section [pgbouncer] would reset the settings of the first one.
  return `%include ${resolve('deploy/pgbouncer/pgbouncer.ini')}
listen_port = ${on.port}
unix_socket_dir =
auth_file = ${join(on.folder, 'userlist.txt')}
${on.supportsPreparedStatements ? 'max_prepared_statements = 500' : ''}
[databases]
mailroom = host=${host} port=${port} dbname=${on.database.database}
`
}
