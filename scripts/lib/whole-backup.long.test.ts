import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createContext } from '../../server/compose.ts'
import { readConfig } from '../../server/config.ts'
import { startEmbedded } from '../../server/db/embedded/embedded.ts'
import { catchUp } from '../../server/mail/intake/catch-up.ts'
import { prepareDatabase } from '../../server/prepare-database.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { databaseAddress } from '../../test/kit/database-address.ts'
import { contentOf } from '../../test/kit/database-content.ts'
import { lowCostHashes } from '../../test/kit/low-cost-hashes.ts'
import { runSql } from '../../test/kit/run-sql.ts'
import { startHistory } from '../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { testSecrets } from '../../test/kit/test-secrets.ts'
import { readEnvFile } from '../setup/env-file.ts'
import { moveEmbedded, restoreBackup, writeBackup } from './whole-backup.ts'

/** A pooler refuses the session settings of export and import, so that no connection may go there. */
const pooler = 'postgresql://mailroom@127.0.0.1:1/mailroom'
const passphrase = 'correct horse battery staple'
const app = await appOfFile()

const settings = () => ({
  DATABASE_URL: databaseAddress(app.database.owner),
  SANDBOX_URL: app.sandbox.url,
  PUBLIC_URL: app.url,
  PRODUCT_NAME: 'Post Office',
  ...testSecrets,
})
/** The restore must not take these from the backup. */
const ofOldMachine = () => ({
  DATABASE_DIRECT_URL: databaseAddress(app.database.owner),
  DATABASE_PREPARED_STATEMENTS: 'false',
  DATABASE_CONNECTIONS: '40',
  METRICS_PORT: '9464',
})

const folder = await mkdtemp(join(tmpdir(), 'mailroom-backup-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const file = join(folder, 'backup')
const history = await startHistory(app, { proposals: false })
await history.mailbox.deliver({ subject: 'Invoice 12', from: 'billing@shop.example' })
await catchUp(app.ctx, history.mailbox.mailboxId)
await app.runDueJobs()
const before = await contentOf(app.database.owner)
await writeBackup({ ...settings(), ...ofOldMachine() }, file, passphrase)

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
  await using ctx = await createContext({ config, secrets, server, log, clock: app.clock, hashCost: lowCostHashes })
  const logs = () =>
    ctx.db.asService((tx) => tx.selectFrom('email_processing_logs').select(['id', 'message_id']).execute())
  const known = await logs()
  await app.control('DELETE', '/control/requests')
  await catchUp(ctx, history.mailbox.mailboxId)
  await ctx.jobs.runDueJobs()
  expect(await logs()).toEqual(known)
  expect(await history.moves()).toBe(0)

  const message = await history.mailbox.deliver({ subject: 'Invoice 13', from: 'billing@shop.example' })
  await catchUp(ctx, history.mailbox.mailboxId)
  await ctx.jobs.runDueJobs()
  expect((await logs()).filter((row) => row.message_id === message)).toHaveLength(1)
})

test('restores into a database behind a pooler whose owner is no superuser, and backs it up again', async () => {
  const name = `mailroom_owner_${randomBytes(4).toString('hex')}`
  await runSql(app.database.owner, `create role ${name} login createrole password 'x'`)
  await runSql(app.database.owner, `grant mailroom_server to ${name} with admin option`)
  for (const role of ['anon', 'authenticated', 'service_role', 'accounts_service'])
    await runSql(app.database.owner, `grant ${role} to ${name} with admin option`)
  await runSql(app.database.owner, `create database ${name} owner ${name}`)
  const owner = { ...app.database.owner, user: name, password: 'x', database: name }
  try {
    const env = { DATABASE_URL: pooler, DATABASE_DIRECT_URL: databaseAddress(owner), SANDBOX_URL: app.sandbox.url }
    // All settings are known, so that none is written: a container may not write there.
    const known = { ...settings(), ...env }
    await restoreBackup(known, file, passphrase, join(folder, 'missing', '.env'))
    expect(await contentOf({ ...app.database.owner, database: name })).toEqual(before)
    await writeBackup(known, join(folder, 'second'), passphrase)
    const refused = join(folder, 'refused.env')
    await expect(restoreBackup(env, file, passphrase, refused)).rejects.toThrow('is not empty')
    expect(await readEnvFile(refused)).toEqual({})
  } finally {
    await runSql(app.database.owner, `drop database ${name} with (force)`)
    await runSql(app.database.owner, `drop role ${name}`)
  }
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
    expect(await moveEmbedded(target)).toBeGreaterThan(50)
    expect(await contentOf(owner)).toEqual(all)
    expect(await contentOf(embedded.owner)).toEqual(all)
  } finally {
    await runSql(app.database.owner, `drop database ${name} with (force)`)
  }
})
