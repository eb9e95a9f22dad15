import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { databaseAddress } from '../test/kit/database-address.ts'
import { createTestDatabase } from '../test/kit/database.ts'
import { ofFile } from '../test/kit/of-file.ts'
import { testSecrets } from '../test/kit/test-secrets.ts'
import { systemClock } from '../server/clock.ts'
import { listBackups } from '../server/db/backup/backup-folder.ts'
import { readEncryptedLines } from '../server/db/backup/encrypted-file.ts'
import { openDatabase } from '../server/db/database.ts'
import { createSealer } from '../server/sealed.ts'
import { saveOperatorSettings } from '../server/shared/operator-settings.ts'

const database = await ofFile(createTestDatabase())
const db = await ofFile(openDatabase({ connection: database.server, onError: () => undefined }))
const folder = await mkdtemp(join(tmpdir(), 'mailroom-backup-command-'))
afterAll(() => rm(folder, { recursive: true }))

test('a backup by the command is encrypted by the passphrase that an operator entered on the page', async () => {
  const passphrase = 'correct horse battery staple'
  const ctx = { clock: systemClock, sealer: createSealer([Buffer.from(testSecrets.ENCRYPTION_KEYS, 'base64')]) }
  const changes = { BACKUP_DIR: folder, BACKUP_PASSPHRASE: passphrase } as const
  await db.asService((tx) => saveOperatorSettings(tx, ctx, null, changes))
  const file = join(folder, 'backup')
  await backup(file)
  const lines = readEncryptedLines(file, passphrase)
  expect(JSON.parse(String((await lines.next()).value))).toMatchObject({ SANDBOX: 'false' })
  await lines.return(undefined)
})

test('without a file it is written into the folder that the settings name, and the old ones are deleted', async () => {
  await writeFile(join(folder, 'mailroom-2021-01-01T021700Z'), '')
  await backup()
  expect((await listBackups(folder)).map(({ writtenAt }) => writtenAt.getFullYear())).not.toContain(2021)
  expect(await listBackups(folder)).toHaveLength(1)
})

async function backup(...files: string[]): Promise<void> {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: databaseAddress(database.owner),
    SANDBOX: 'false',
    ...testSecrets,
  }
  const command = promisify(execFile)(process.execPath, ['scripts/run.mjs', 'scripts/backup.ts', ...files], { env })
  // No one types: without the passphrase the command ends.
  command.child.stdin?.end()
  await command
}
