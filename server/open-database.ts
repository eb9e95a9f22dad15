import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { Config } from './config.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { installQueues } from './jobs/boss.ts'
import type { Secrets } from './secrets.ts'
import { dataDirInWords, StartProblem, systemCode } from './start-problem.ts'

/**
 * The database of the settings, or the embedded one, brought to this version of the program.
 * @returns how the server's own role logs in; stops what it started when it is disposed
 */
export async function prepareDatabase(
  config: Config,
  secrets: Secrets,
  onNotice: (line: string) => void,
): Promise<{ server: pg.PoolConfig } & AsyncDisposable> {
  await using parts = new AsyncDisposableStack()
  const owner = config.databaseUrl ?? parts.use(await embedded(config.dataDir, onNotice)).owner
  const migrated = migrate(owner, { serverPassword: serverPasswordOf(secrets), jobs: installQueues })
  const { server } = await migrated.catch((error: unknown) =>
    Promise.reject(config.databaseUrl ? inWords(error) : error),
  )
  const kept = parts.move()
  return { server, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

const embedded = (dataDir: string, onNotice: (line: string) => void) =>
  startEmbedded({ dataDir, onNotice }).catch((error: unknown) => Promise.reject(dataDirInWords(error, dataDir)))

/** Where the address of the settings is what is wrong, a line that says so; it names neither address nor password. */
function inWords(error: unknown): unknown {
  const code = systemCode(error) ?? ''
  const told = unusable.find(([codes]) => codes.test(code))?.[1]
  return told ? new StartProblem(`DATABASE_URL: ${told} (${code})`) : error
}

const unusable: [codes: RegExp, line: string][] = [
  [/^(E[A-Z]+|57P03)$/, 'no database answers there'],
  [/^28/, 'the database refuses the user or the password'],
  [/^3D000$/, 'there is no such database'],
  [/^53300$/, 'the database has no connection left'],
]

/** The login role's password: derived, so that all nodes that share the secret log in alike. */
export const serverPasswordOf = ({ jwtSecret }: Pick<Secrets, 'jwtSecret'>): string =>
  createHmac('sha256', jwtSecret).update('mailroom_server').digest('base64url')
