import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { PoolConfig } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createContext } from '../../server/compose.ts'
import { readConfig } from '../../server/config.ts'
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
import { readEncryptedLines } from './encrypted-file.ts'
import { restoreBackup, writeBackup } from './whole-backup.ts'

/** A pooler refuses the session settings of export and import, so that no connection may go there. */
const pooler = 'postgresql://mailroom@127.0.0.1:1/mailroom'
const passphrase = 'correct horse battery staple'
/** The usual one is half a second of each call: `whole-backup.long.test.ts`. */
const keyCost = 2 ** 10
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
await writeBackup({ ...settings(), ...ofOldMachine() }, file, passphrase, keyCost)

/** A new database of a role that is no superuser. */
async function createDatabase(): Promise<{ owner: PoolConfig } & AsyncDisposable> {
  const name = `mailroom_owner_${randomBytes(4).toString('hex')}`
  await runSql(app.database.owner, `create role ${name} login createrole password 'x'`)
  await runSql(app.database.owner, `grant mailroom_server to ${name} with admin option`)
  for (const role of ['anon', 'authenticated', 'service_role', 'accounts_service'])
    await runSql(app.database.owner, `grant ${role} to ${name} with admin option`)
  await runSql(app.database.owner, `create database ${name} owner ${name}`)
  return {
    owner: { ...app.database.owner, user: name, password: 'x', database: name },
    async [Symbol.asyncDispose]() {
      await runSql(app.database.owner, `drop database ${name} with (force)`)
      await runSql(app.database.owner, `drop role ${name}`)
    },
  }
}

test('a restore on a new machine has every row, secret and setting, and sorts nothing twice', async () => {
  await using created = await createDatabase()
  const { owner } = created
  const env = { DATABASE_URL: pooler, DATABASE_DIRECT_URL: databaseAddress(owner), SANDBOX_URL: app.sandbox.url }
  const envFile = join(folder, 'new.env')
  const rows = await restoreBackup(env, file, passphrase, envFile, keyCost)
  expect(rows).toBeGreaterThan(50)
  const restored = await readEnvFile(envFile)
  expect(restored).toEqual({ PUBLIC_URL: app.url, PRODUCT_NAME: 'Post Office', ...testSecrets })
  expect(await contentOf({ ...app.database.owner, database: String(owner.database) })).toEqual(before)
  const refused = join(folder, 'refused.env')
  await expect(restoreBackup(env, file, passphrase, refused, keyCost)).rejects.toThrow('is not empty')
  expect(await readEnvFile(refused)).toEqual({})

  const config = readConfig({ ...restored, ...env })
  const log = pino({ level: 'silent' })
  const secrets = await loadSecrets(config)
  await using database = await prepareDatabase(config, secrets, () => undefined)
  const { direct: server } = database
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

test('refuses a wrong passphrase, a damaged or shortened file, and other secrets', async () => {
  const restore = (from: string, words = passphrase, env = {}) =>
    restoreBackup({ ...env, DATA_DIR: join(folder, 'unused') }, from, words, join(folder, 'unused.env'), keyCost)
  await expect(restore(join(folder, 'missing'))).rejects.toThrow(/cannot be read \(ENOENT\)/)
  await expect(restore(file, 'another passphrase')).rejects.toThrow('passphrase is wrong')
  await expect(restore(file, passphrase, { JWT_SECRET: 'x'.repeat(40) })).rejects.toThrow('JWT_SECRET differs')
  const bytes = await readFile(file)
  expect(bytes.includes(testSecrets.JWT_SECRET)).toBe(false)
  const damaged = join(folder, 'damaged')
  for (const change of [bytes.subarray(0, bytes.length - 1), Buffer.from('text')]) {
    await writeFile(damaged, change)
    await expect(Array.fromAsync(readEncryptedLines(damaged, passphrase, keyCost))).rejects.toThrow(/damaged|no backup/)
  }
})
