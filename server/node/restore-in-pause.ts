import { stat } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import type { Logger } from 'pino'
import { errors } from '../../contract/errors.ts'
import type { RestoreState } from '../../contract/restore.ts'
import { openBackup, type BackupFile } from '../backup/open-backup.ts'
import type { RestoreDesk } from '../backup/restore-desk.ts'
import { saveRestoredSettings } from '../backup/restored-settings.ts'
import { deleteUploads } from '../backup/uploaded-backup.ts'
import { type Config, readConfig } from '../config.ts'
import { clearFreshInstallation } from '../db/backup/clear-database.ts'
import { importDatabase } from '../db/backup/import-database.ts'
import type { ConnectionSettings } from '../db/connection/connection.ts'
import { connectionFailure } from '../db/connection/connection-failure.ts'
import { installQueues } from '../jobs/boss.ts'
import { serve } from '../listen.ts'
import { serverPasswordOf } from '../prepare-database.ts'
import { loadSecrets, replaceGeneratedSecrets } from '../secrets.ts'
import { StartupError, systemCode } from '../startup-error.ts'

interface PauseParts {
  /** Of the environment. */
  environment: Config
  owner: ConnectionSettings
  log: Logger
  desk: Pick<RestoreDesk, 'failure'>
  /** Of the node. */
  stop: AbortSignal
}

/** Restores a backup into the installation without accounts, while the node does not run. Never throws. */
export async function restoreInPause(
  { environment, owner, log, desk, stop }: PauseParts,
  { file, passphrase }: BackupFile,
): Promise<void> {
  const progress = { read: 0, size: 1 }
  try {
    progress.size = (await stat(file)).size
    const { port } = environment
    await using _ = await serve({ config: environment }, { port, setting: 'PORT' }, answerProgress(progress))
    const onRead = (bytes: number): void => void (progress.read += bytes)
    const rows = await restore(environment, owner, { file, passphrase, onRead }, stop)
    log.info({ event: 'backup_restored', rows }, 'a backup was restored')
    desk.failure = null
    await deleteUploads(environment)
  } catch (error) {
    desk.failure = stop.aborted ? stopped : describeFailure(error)
    log.error({ event: 'restore_failed', err: error }, desk.failure)
  }
}

async function restore(
  environment: Config,
  owner: ConnectionSettings,
  backup: BackupFile,
  stop: AbortSignal,
): Promise<number> {
  const { given, dataDir } = environment
  const { lines, secrets, missing } = await openBackup(backup, given)
  const generated = { jwtSecret: secrets.JWT_SECRET, encryptionKey: secrets.ENCRYPTION_KEYS }
  const isGenerated = environment.jwtSecret === null || environment.encryptionKeys === null
  const restored = await loadSecrets(readConfig({ ...given, ...secrets }))
  return importDatabase(owner, lines, {
    serverPassword: serverPasswordOf(restored),
    jobs: installQueues,
    clear: clearFreshInstallation,
    stop,
    onEmpty: async () => {
      if (isGenerated) await replaceGeneratedSecrets(dataDir, generated)
    },
    saveSettings: (client) => saveRestoredSettings(client, restored, missing),
  })
}

/** Answers in the place of the node: the page that waits gets the progress. */
function answerProgress(progress: { read: number; size: number }): RequestListener {
  return (request, response) => {
    response.setHeader('cache-control', 'no-store')
    // The process runs: a probe that fails has Kubernetes end it, and the restore with it.
    if (request.url === '/healthz') return response.end()
    if (request.url?.startsWith('/api/restore') !== true) {
      response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '10' })
      return response.end('A backup is being restored. Please open this page again in a minute.\n')
    }
    // What follows the last byte takes its time, too.
    const percent = Math.min(99, Math.floor((100 * progress.read) / progress.size))
    response.writeHead(200, { 'content-type': 'application/json' })
    return response.end(JSON.stringify({ state: 'restoring', percent } satisfies RestoreState))
  }
}

const diskFull = 'The disk is full: nothing was restored. Make space, and try again.'
const unreachable = 'The database did not respond: nothing was restored. Please try again.'
const stopped = 'The server was stopped: nothing was restored. Please try again.'
const unknown = 'The backup could not be restored. The log of the server has the reason (restore_failed).'

function describeFailure(error: unknown): string {
  if (error instanceof StartupError) return error.message
  // 53100: disk_full
  if (['ENOSPC', 'EDQUOT', '53100'].includes(systemCode(error) ?? '')) return diskFull
  // Another visitor has begun an upload, which replaces this one.
  if (systemCode(error) === 'ENOENT') return errors.upload_interrupted[1]
  return connectionFailure(error) === null ? unknown : unreachable
}
