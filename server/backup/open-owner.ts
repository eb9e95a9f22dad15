import type { Config } from '../config.ts'
import { connectionSettings, type ConnectionSettings } from '../db/connection/connection.ts'
import { startEmbedded } from '../db/embedded/embedded.ts'
import { describeDataDirError } from '../startup-error.ts'

/** The owner of the database of these settings: the embedded one is started where it does not run. */
export async function openOwner(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'directDatabaseUrl'>,
  onNotice?: (line: string) => void,
): Promise<{ owner: ConnectionSettings } & AsyncDisposable> {
  const { dataDir } = config
  const owner = ownerOf(config)
  if (owner !== null) return { owner, [Symbol.asyncDispose]: async () => undefined }
  return startEmbedded({ dataDir, ...(onNotice && { onNotice }) }).catch((error: unknown) =>
    Promise.reject(describeDataDirError(error, dataDir)),
  )
}

/** Past a pooler in transaction mode, which refuses session settings; null: the embedded database is used. */
export function ownerOf({
  databaseUrl,
  directDatabaseUrl,
}: Pick<Config, 'databaseUrl' | 'directDatabaseUrl'>): ConnectionSettings | null {
  const address = directDatabaseUrl ?? databaseUrl
  return address === null ? null : connectionSettings(address)
}
