import type { PoolConfig } from 'pg'
import type { Config } from '../config.ts'
import { connectionSettings } from '../db/connection/connection.ts'
import { startEmbedded } from '../db/embedded/embedded.ts'

/** The owner of the database of these settings: the embedded one is started where it does not run. */
export async function openOwner(config: Config): Promise<{ owner: PoolConfig } & AsyncDisposable> {
  const owner = ownerOf(config)
  if (owner === null) return startEmbedded({ dataDir: config.dataDir })
  return { owner, [Symbol.asyncDispose]: async () => undefined }
}

/** Past a pooler in transaction mode, which refuses session settings; null: the embedded database is used. */
export function ownerOf({ databaseUrl, directDatabaseUrl }: Config): PoolConfig | null {
  const address = directDatabaseUrl ?? databaseUrl
  return address === null ? null : connectionSettings(address)
}
