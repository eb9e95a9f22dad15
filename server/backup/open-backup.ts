import { z } from 'zod'
import { composeText } from '../../contract/compose-text.ts'
import { readEncryptedLines } from '../db/backup/encrypted-file.ts'
import { readExportHeader } from '../db/backup/export-header.ts'
import { StartupError } from '../startup-error.ts'

/** Settings of one machine and its database, which a restore does not take from a backup. */
const ofOneMachine = new Set([
  'BACKUP_DIR',
  'BACKUP_PASSPHRASE',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_PREPARED_STATEMENTS',
  'DATABASE_CONNECTIONS',
  'DATA_DIR',
  'PORT',
  'METRICS_PORT',
  'ROLE',
  'SANDBOX_PORT',
  'SANDBOX_URL',
])
const secretNames = ['JWT_SECRET', 'ENCRYPTION_KEYS']
type Given = Readonly<Record<string, string | undefined>>
const Settings = z.record(z.string(), z.string())

interface OpenedBackup {
  /** The database, for `importDatabase`. Its end closes the file. */
  lines: AsyncGenerator<string>
  /** The secrets of the backup. */
  secrets: { JWT_SECRET: string; ENCRYPTION_KEYS: string }
  /** Settings of the backup, with its secrets, that this installation lacks. */
  missing: Record<string, string>
}

export interface BackupFile {
  file: string
  passphrase: string
  /** As at the writing; lower in tests. */
  keyCost?: number | undefined
  /** Receives the number of bytes of each part that is read. */
  onRead?: (bytes: number) => void
}

/**
 * @param given settings of this installation
 * @throws StartupError where the backup cannot be read, or this installation has other secrets
 */
export async function openBackup(
  { file, passphrase, keyCost, onRead }: BackupFile,
  given: Given,
): Promise<OpenedBackup> {
  const lines = readEncryptedLines(file, passphrase, keyCost, onRead)
  try {
    const stored = parseSettings((await lines.next()).value)
    requireSameSecrets(given, stored)
    const { JWT_SECRET = '', ENCRYPTION_KEYS = '' } = stored
    const isMissing = ([name]: [string, string]): boolean => !given[name] && !ofOneMachine.has(name)
    const missing = Object.fromEntries(Object.entries(stored).filter(isMissing))
    return { lines, secrets: { JWT_SECRET, ENCRYPTION_KEYS }, missing }
  } catch (error) {
    await lines.return(undefined)
    throw error
  }
}

function requireSameSecrets(given: Given, stored: Given): void {
  for (const name of secretNames)
    if (given[name] && given[name] !== stored[name])
      throw new StartupError(
        composeText(
          '“{name}” differs from the one of the backup. Remove it, so that the restore sets it, or set that of the ' +
            'old server; then start again.',
          { name },
        ),
      )
}

function parseSettings(line: unknown): Record<string, string> {
  try {
    return Settings.parse(JSON.parse(String(line)))
  } catch {
    throw new StartupError('This is no backup of Mailroom, or it is damaged.')
  }
}

interface BackupContents {
  /** ISO time; null for the backup of a former program. */
  writtenAt: string | null
  version: string | null
  users: number
  /** Of the rows. */
  bytes: number
  /** Settings that this installation lacks. */
  missing: string[]
}

/** Reads the whole backup, so that a damaged one is noticed before anything is changed. @throws as `openBackup` */
export async function inspectBackup(backup: BackupFile, given: Record<string, string>): Promise<BackupContents> {
  const { lines, missing } = await openBackup(backup, given)
  try {
    const { writtenAt = null, version = null } = await readExportHeader(lines)
    const counts = await countRows(lines)
    return {
      writtenAt,
      version,
      ...counts,
      missing: Object.keys(missing).filter((name) => !secretNames.includes(name)),
    }
  } finally {
    await lines.return(undefined)
  }
}

async function countRows(lines: AsyncIterable<string>): Promise<Pick<BackupContents, 'users' | 'bytes'>> {
  let table = ''
  let users = 0
  let bytes = 0
  let isComplete = false
  for await (const line of lines) {
    bytes += line.length
    if (line.startsWith('T ')) table = line.slice(2)
    else if (line === 'E') isComplete = true
    else if (table === 'auth.users') users++
  }
  if (!isComplete) throw new StartupError('The backup ends too early: it is damaged.')
  return { users, bytes }
}
