import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createContext } from '../../server/compose.ts'
import { readConfig } from '../../server/config.ts'
import { prepareDatabase } from '../../server/prepare-database.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { backupOfFile, passphrase, pooler } from '../../test/kit/backup-of-file.ts'
import { databaseAddress } from '../../test/kit/database-address.ts'
import { contentOf } from '../../test/kit/database-content.ts'
import { testNode } from '../../test/kit/test-node.ts'
import { testSecrets } from '../../test/kit/test-secrets.ts'
import { readEnvFile } from '../setup/env-file.ts'
import { readEncryptedLines } from '../../server/db/backup/encrypted-file.ts'
import { restoreBackup } from './whole-backup.ts'

/** The usual one is half a second of each call: `whole-backup.long.test.ts`. */
const keyCost = 2 ** 10
const { app, folder, file, before, createDatabase, expectContinued } = await backupOfFile(keyCost)

test('a restore on a new machine has every row, secret and setting, and sorts nothing twice', async () => {
  await using created = await createDatabase()
  const { owner } = created
  const env = { DATABASE_URL: pooler, DATABASE_DIRECT_URL: databaseAddress(owner), SANDBOX_URL: app.sandbox.url }
  const envFile = join(folder, 'new.env')
  const rows = await restoreBackup(env, file, passphrase, envFile, { keyCost })
  expect(rows).toBeGreaterThan(50)
  const restored = await readEnvFile(envFile)
  expect(restored).toEqual({ PUBLIC_URL: app.url, PRODUCT_NAME: 'Post Office', ...testSecrets })
  expect(await contentOf({ ...app.database.owner, database: String(owner.database) })).toEqual(before)
  const refused = join(folder, 'refused.env')
  await expect(restoreBackup(env, file, passphrase, refused, { keyCost })).rejects.toThrow('is not empty')
  expect(await readEnvFile(refused)).toEqual({})

  const config = readConfig({ ...restored, ...env })
  const log = pino({ level: 'silent' })
  const secrets = await loadSecrets(config)
  await using database = await prepareDatabase(config, secrets, () => undefined)
  const { direct: server } = database
  await using ctx = await createContext({ config, secrets, server, log, clock: app.clock, ...testNode })
  await expectContinued(ctx)
})

test('refuses a wrong passphrase or address, a damaged or shortened file, and other secrets', async () => {
  const restore = (from: string, words = passphrase, env = {}) =>
    restoreBackup({ ...env, DATA_DIR: join(folder, 'unused') }, from, words, join(folder, 'unused.env'), { keyCost })
  await expect(restore(join(folder, 'missing'))).rejects.toThrow('missing” cannot be read: ENOENT')
  await expect(restore(file, passphrase, { DATABASE_URL: pooler })).rejects.toThrow(/^DATABASE_URL: no database/)
  await expect(restore(file, 'another passphrase')).rejects.toThrow('passphrase is wrong')
  await expect(restore(file, passphrase, { JWT_SECRET: 'x'.repeat(40) })).rejects.toThrow('“JWT_SECRET” differs')
  const bytes = await readFile(file)
  expect(bytes.includes(testSecrets.JWT_SECRET)).toBe(false)
  const damaged = join(folder, 'damaged')
  for (const change of [bytes.subarray(0, bytes.length - 1), Buffer.from('text')]) {
    await writeFile(damaged, change)
    await expect(Array.fromAsync(readEncryptedLines(damaged, passphrase, keyCost))).rejects.toThrow(/damaged|no backup/)
  }
})
