import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createContext } from '../../server/compose.ts'
import { readConfig } from '../../server/config.ts'
import { writeBackup } from '../../server/backup/write-backup.ts'
import { startEmbedded } from '../../server/db/embedded/embedded.ts'
import { prepareDatabase } from '../../server/prepare-database.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { backupOfFile, passphrase, pooler } from '../../test/kit/backup-of-file.ts'
import { databaseAddress } from '../../test/kit/database-address.ts'
import { contentOf } from '../../test/kit/database-content.ts'
import { runSql } from '../../test/kit/run-sql.ts'
import { testNode } from '../../test/kit/test-node.ts'
import { testSecrets } from '../../test/kit/test-secrets.ts'
import { readEnvFile } from '../setup/env-file.ts'
import { moveEmbedded, restoreBackup } from './whole-backup.ts'

const { app, folder, file, settings, before, createDatabase, expectContinued } = await backupOfFile()

test('a restore on a new machine has every row, secret and setting, and sorts nothing twice', async () => {
  const dataDir = join(folder, 'new-machine')
  const envFile = join(folder, 'new.env')
  const rows = await restoreBackup({ DATA_DIR: dataDir, SANDBOX_URL: app.sandbox.url }, file, passphrase, envFile)
  expect(rows).toBeGreaterThan(50)
  const restored = await readEnvFile(envFile)
  expect(restored).toEqual({ PUBLIC_URL: app.url, PRODUCT_NAME: 'Post Office', ...testSecrets })

  const config = readConfig({ ...restored, DATA_DIR: dataDir, SANDBOX_URL: app.sandbox.url })
  const log = pino({ level: 'silent' })
  const secrets = await loadSecrets(config)
  await using database = await prepareDatabase(config, secrets, () => undefined)
  await using embedded = await startEmbedded({ dataDir })
  expect(await contentOf(embedded.owner)).toEqual(before)

  const { server } = database
  await using ctx = await createContext({ config, secrets, server, log, clock: app.clock, ...testNode })
  await expectContinued(ctx)
})

test('restores into a database behind a pooler whose owner is no superuser, and backs it up again', async () => {
  await using created = await createDatabase()
  const { owner } = created
  const env = { DATABASE_URL: pooler, DATABASE_DIRECT_URL: databaseAddress(owner), SANDBOX_URL: app.sandbox.url }
  // All settings are known, so that none is written: a container may not write there.
  const known = { ...settings(), ...env }
  await restoreBackup(known, file, passphrase, join(folder, 'missing', '.env'))
  expect(await contentOf({ ...app.database.owner, database: String(owner.database) })).toEqual(before)
  await writeBackup(readConfig(known), join(folder, 'second'), passphrase)
  const refused = join(folder, 'refused.env')
  await expect(restoreBackup(env, file, passphrase, refused)).rejects.toThrow('is not empty')
  expect(await readEnvFile(refused)).toEqual({})
})

test('moves the embedded database to DATABASE_URL, which must be set', async () => {
  const dataDir = join(folder, 'new-machine')
  await using embedded = await startEmbedded({ dataDir })
  const all = await contentOf(embedded.owner)
  const name = `mailroom_moved_${randomBytes(4).toString('hex')}`
  await runSql(app.database.owner, `create database ${name}`)
  const owner = { ...app.database.owner, database: name }
  try {
    const env = { DATA_DIR: dataDir, SANDBOX_URL: app.sandbox.url, ...testSecrets }
    await expect(moveEmbedded(env)).rejects.toThrow('Set DATABASE_URL')
    const target = { ...env, DATABASE_URL: pooler, DATABASE_DIRECT_URL: databaseAddress(owner) }
    const nowhere = join(folder, 'nowhere')
    await expect(moveEmbedded({ ...target, DATA_DIR: nowhere })).rejects.toThrow('no embedded database')
    const node = `insert into app.nodes (node, seen_until) values (1, now() + interval '1 hour')`
    await runSql(embedded.owner, node)
    await expect(moveEmbedded(target)).rejects.toThrow('still uses the embedded database')
    await runSql(embedded.owner, 'delete from app.nodes where node = 1')
    expect(await moveEmbedded(target)).toBeGreaterThan(50)
    expect(await contentOf(owner)).toEqual(all)
    expect(await contentOf(embedded.owner)).toEqual(all)
  } finally {
    await runSql(app.database.owner, `drop database ${name} with (force)`)
  }
})
