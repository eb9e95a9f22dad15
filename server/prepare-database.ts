import { createHmac } from 'node:crypto'
import { openOwner } from './backup/open-owner.ts'
import type { Config } from './config.ts'
import { connectionSettings, type ConnectionSettings } from './db/connection/connection.ts'
import { connectionFailure, noConnectionLeft } from './db/connection/connection-failure.ts'
import { migrate, type MigrateOptions } from './db/schema/migrate.ts'
import { installQueues } from './jobs/boss.ts'
import type { Secrets } from './secrets.ts'
import { StartupError, systemCode } from './startup-error.ts'

/** Connections of the server's role, as configured and past a pooler. */
interface PreparedDatabase {
  server: ConnectionSettings
  direct: ConnectionSettings
}

/**
 * Connects to DATABASE_URL or starts the embedded database, and runs the migrations. Disposal stops the embedded
 * database.
 */
export async function prepareDatabase(
  config: Config,
  secrets: Secrets,
  onNotice: (line: string) => void,
  options?: Pick<MigrateOptions, 'mayMigrate'>,
): Promise<PreparedDatabase & AsyncDisposable> {
  await using parts = new AsyncDisposableStack()
  const { owner } = parts.use(await openOwner(config, onNotice))
  const prepared = await migrateDatabase(config, secrets, owner, options)
  const opened = parts.move()
  return { ...prepared, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** @param owner of `openOwner` */
export async function migrateDatabase(
  config: Config,
  secrets: Secrets,
  owner: ConnectionSettings,
  { mayMigrate = true }: Pick<MigrateOptions, 'mayMigrate'> = {},
): Promise<PreparedDatabase> {
  const { databaseUrl, directDatabaseUrl } = config
  const migrated = migrate(owner, { serverPassword: serverPasswordOf(secrets), jobs: installQueues, mayMigrate })
  const { server: direct } = await migrated.catch((error: unknown) =>
    Promise.reject(databaseUrl ? describeDatabaseUrlError(error, ownerSetting(config)) : error),
  )
  const { user, password } = direct
  const login = { ...(user && { user }), ...(password && { password }) }
  const server = directDatabaseUrl && databaseUrl ? { ...connectionSettings(databaseUrl), ...login } : direct
  return { server, direct }
}

/** The setting with the address at which the owner of the database signs in. */
export const ownerSetting = ({ directDatabaseUrl }: Pick<Config, 'directDatabaseUrl'>) =>
  directDatabaseUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'

/** A StartupError where the setting is wrong; contains neither address nor password. */
export function describeDatabaseUrlError(error: unknown, setting: ReturnType<typeof ownerSetting>): unknown {
  const code = systemCode(error) ?? ''
  const reason = connectionFailures.find(([codes]) => codes.test(code))?.[1]
  if (reason) return new StartupError(`${setting}: ${reason} (${code})`)
  const failure = connectionFailure(error)
  return failure === null ? error : new StartupError(`${setting}: the database does not respond (${failure})`)
}

const connectionFailures: [codes: RegExp, line: string][] = [
  [/^(E[A-Z]+|57P03)$/, 'no database responds there'],
  [/^28/, 'the database refuses the user or the password'],
  [/^3D000$/, 'there is no such database'],
  [/^53300$/, noConnectionLeft],
  [/^42501$/, 'the user lacks a right that the start needs; npm run doctor names it'],
]

/** Password of the login role, derived from the shared secret so that all nodes use the same one. */
export const serverPasswordOf = ({ jwtSecret }: Pick<Secrets, 'jwtSecret'>): string =>
  createHmac('sha256', jwtSecret).update('mailroom_server').digest('base64url')
