import type { PoolConfig } from 'pg'
import { openOwner, ownerOf } from '../../server/backup/open-owner.ts'
import { openBackup } from '../../server/backup/open-backup.ts'
import { readConfig, type Config } from '../../server/config.ts'
import { exportDatabase } from '../../server/db/backup/export-database.ts'
import { importDatabase, type ImportOptions } from '../../server/db/backup/import-database.ts'
import { createClient } from '../../server/db/connection/connection.ts'
import { findEmbeddedData } from '../../server/db/embedded/data-location.ts'
import { startEmbedded } from '../../server/db/embedded/embedded.ts'
import { installQueues } from '../../server/jobs/boss.ts'
import { serverPasswordOf } from '../../server/prepare-database.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { version } from '../../server/shared/version.ts'
import { StartupError } from '../../server/startup-error.ts'
import { updateEnvFile } from '../setup/env-file.ts'
import { reachDatabase } from './reach-database.ts'

type Environment = Record<string, string | undefined>

interface RestoreOptions {
  /** As at the writing. */
  keyCost?: number
  /** See `importDatabase`. */
  stop?: AbortSignal
}

/**
 * Restores into the empty database of these settings. Settings that the environment does not have come from the backup
 * and are written to `envFile`, but not those of the old machine. A database that is not empty is refused before
 * anything is written.
 * @returns the number of rows
 */
export async function restoreBackup(
  env: Environment,
  file: string,
  passphrase: string,
  envFile: string,
  { keyCost, stop }: RestoreOptions = {},
): Promise<number> {
  const { lines, missing } = await openBackup({ file, passphrase, keyCost }, env)
  const config = readConfig({ ...env, ...missing })
  await reachDatabase(config)
  await using owner = await openOwner(config)
  const onEmpty = async (): Promise<void> => {
    if (Object.keys(missing).length > 0) await updateEnvFile(envFile, missing)
  }
  return await importInto(config, owner.owner, lines, { onEmpty, ...(stop && { stop }) })
}

/** Copies the embedded database in DATA_DIR to the empty database of DATABASE_URL. @returns the number of rows */
export async function moveEmbedded(env: Environment, { stop }: Pick<RestoreOptions, 'stop'> = {}): Promise<number> {
  const config = readConfig(env)
  const owner = ownerOf(config)
  if (owner === null) throw new StartupError('Set DATABASE_URL to the new, empty database first.')
  await reachDatabase(config)
  if ((await findEmbeddedData(config.dataDir)) === null)
    throw new StartupError(`DATA_DIR: there is no embedded database in ${config.dataDir}.`)
  await using embedded = await startEmbedded({ dataDir: config.dataDir })
  if (await hasLivingNode(embedded.owner))
    throw new StartupError(
      'A server still uses the embedded database. Stop it first: what it sorts meanwhile would be lost.',
    )
  return await importInto(config, owner, exportDatabase(embedded.owner, version), { ...(stop && { stop }) })
}

async function hasLivingNode(owner: PoolConfig): Promise<boolean> {
  const client = createClient(owner)
  await client.connect()
  try {
    const { rowCount } = await client.query('select from app.nodes where seen_until > now()')
    return rowCount !== 0
  } finally {
    await client.end()
  }
}

async function importInto(
  config: Config,
  owner: PoolConfig,
  lines: AsyncIterable<string>,
  options: Pick<ImportOptions, 'onEmpty' | 'stop'>,
): Promise<number> {
  const serverPassword = serverPasswordOf(await loadSecrets(config))
  return importDatabase(owner, lines, { serverPassword, jobs: installQueues, ...options })
}
