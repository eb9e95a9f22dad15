import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { Config } from './config.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { installQueues } from './jobs/boss.ts'
import type { Secrets } from './secrets.ts'

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
  const owner = config.databaseUrl ?? parts.use(await startEmbedded({ dataDir: config.dataDir, onNotice })).owner
  const { server } = await migrate(owner, { serverPassword: serverPasswordOf(secrets), jobs: installQueues })
  const kept = parts.move()
  return { server, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** The login role's password: derived, so that all nodes that share the secret log in alike. */
export const serverPasswordOf = ({ jwtSecret }: Pick<Secrets, 'jwtSecret'>): string =>
  createHmac('sha256', jwtSecret).update('mailroom_server').digest('base64url')
