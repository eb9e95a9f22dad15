import { ownerOf } from '../../server/backup/open-owner.ts'
import type { Config } from '../../server/config.ts'
import { createClient } from '../../server/db/connection/connection.ts'
import { describeDatabaseUrlError, ownerSetting } from '../../server/prepare-database.ts'

/** @throws StartupError where the database of DATABASE_URL does not respond, or refuses its user */
export async function reachDatabase(config: Config): Promise<void> {
  const owner = ownerOf(config)
  if (owner === null) return
  const client = createClient(owner)
  try {
    await client.connect()
  } catch (error) {
    throw describeDatabaseUrlError(error, ownerSetting(config))
  } finally {
    await client.end()
  }
}
