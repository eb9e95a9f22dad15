import { existsSync } from 'node:fs'
import type { PoolConfig } from 'pg'
import type { Config } from '../config.ts'
import { exportDatabase } from '../db/backup/export-database.ts'
import { loadSecrets } from '../secrets.ts'
import { version } from '../shared/version.ts'
import { StartupError } from '../startup-error.ts'
import { writeEncryptedLines } from '../db/backup/encrypted-file.ts'
import { openOwner } from './open-owner.ts'

const passphraseMinLength = 12

/**
 * Writes database, secrets and settings to a new encrypted file, while the server may run.
 * @param file null: the standard output
 * @param keyCost lower in tests
 */
export async function writeBackup(
  config: Config,
  file: string | null,
  passphrase: string,
  keyCost?: number,
): Promise<void> {
  if (file !== null && existsSync(file)) throw new StartupError(`${file} exists already.`)
  if (passphrase.length < passphraseMinLength)
    throw new StartupError(`The passphrase must have at least ${passphraseMinLength} characters.`)
  await using owner = await openOwner(config)
  await writeEncryptedLines(file, passphrase, backupLines(await settingsOf(config), owner.owner), keyCost)
}

async function* backupLines(settings: Record<string, string>, owner: PoolConfig): AsyncGenerator<string> {
  yield JSON.stringify(settings)
  yield* exportDatabase(owner, version)
}

async function settingsOf(config: Config): Promise<Record<string, string>> {
  const { jwtSecret, encryptionKeys } = await loadSecrets(config)
  const keys = encryptionKeys.map((key) => key.toString('base64')).join(',')
  return { ...config.given, JWT_SECRET: jwtSecret, ENCRYPTION_KEYS: keys }
}
