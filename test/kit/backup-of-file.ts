import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { afterAll, expect } from 'vitest'
import type { Context } from '../../server/context.ts'
import { catchUp } from '../../server/mail/intake/catch-up.ts'
import { writeBackup } from '../../server/backup/write-backup.ts'
import { readConfig } from '../../server/config.ts'
import { databaseAddress } from './database-address.ts'
import { contentOf } from './database-content.ts'
import { runSql } from './run-sql.ts'
import { startHistory } from './sorted-mail.ts'
import { appOfFile } from './start-app.ts'
import { testSecrets } from './test-secrets.ts'

/** A pooler refuses the session settings of export and import, so that no connection may go there. */
export const pooler = 'postgresql://mailroom@127.0.0.1:1/mailroom'
export const passphrase = 'correct horse battery staple'

/** An app with a sorted email, and its backup in `file`. */
export async function backupOfFile(keyCost?: number) {
  const app = await appOfFile()
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-backup-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'backup')
  const settings = () => ({
    DATABASE_URL: databaseAddress(app.database.owner),
    SANDBOX_URL: app.sandbox.url,
    PUBLIC_URL: app.url,
    PRODUCT_NAME: 'Post Office',
    ...testSecrets,
  })
  /** The restore must not take these from the backup. */
  const ofOldMachine = {
    DATABASE_DIRECT_URL: databaseAddress(app.database.owner),
    DATABASE_PREPARED_STATEMENTS: 'false',
    DATABASE_CONNECTIONS: '40',
    METRICS_PORT: '9464',
  }
  const history = await startHistory(app, { proposals: false })
  await history.mailbox.deliver({ subject: 'Invoice 12', from: 'billing@shop.example' })
  await catchUp(app.ctx, history.mailbox.mailboxId)
  await app.runDueJobs()
  const before = await contentOf(app.database.owner)
  await writeBackup(readConfig({ ...settings(), ...ofOldMachine }), file, passphrase, keyCost)

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

  /** The program on the restored database sorts nothing twice, and a new email once. */
  async function expectContinued(ctx: Context): Promise<void> {
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
  }
  return { app, folder, file, settings, before, createDatabase, expectContinued }
}
