import { expect, test } from 'vitest'
import { freePort } from '../../scripts/lib/free-port.ts'
import { createTestDatabase } from '../../test/kit/database.ts'
import { databaseAddress } from '../../test/kit/database-address.ts'
import { ofFile } from '../../test/kit/of-file.ts'
import { runSql } from '../../test/kit/run-sql.ts'
import { testSecrets } from '../../test/kit/test-secrets.ts'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { runNode } from './run-node.ts'
import { createSealer } from '../sealed.ts'
import { restartNodes, saveOperatorSettings, type StoredSettings } from '../shared/operator-settings.ts'

const database = await ofFile(createTestDatabase())
const db = await ofFile(openDatabase({ connection: database.server, onError: () => undefined }))
const sealer = createSealer([Buffer.from(testSecrets.ENCRYPTION_KEYS, 'base64')])

const save = (changes: StoredSettings) =>
  db.asService((tx) => saveOperatorSettings(tx, { clock: systemClock, sealer }, null, changes))

/** @returns what its page reads first, and how often it has started */
async function startNode() {
  const port = String(await freePort())
  const config = readConfig({
    DATABASE_URL: databaseAddress(database.owner),
    SANDBOX: 'false',
    PORT: port,
    LOG_LEVEL: 'silent',
    SUPPORT_EMAIL: 'given@example.com',
    ...testSecrets,
  })
  const stop = new AbortController()
  const started = { count: 0 }
  const ready = Promise.withResolvers<void>()
  const onReady = (): void => {
    started.count++
    ready.resolve()
  }
  const running = runNode(config, stop.signal, onReady, { retryMs: 50 })
  await Promise.race([ready.promise, running])
  return {
    started,
    page: async () => (await fetch(`http://127.0.0.1:${port}/config.json`)).json(),
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await running
    },
  }
}

test('nodes start again with the settings that an operator has saved, and stop then as before', async () => {
  await using first = await startNode()
  await using second = await startNode()
  expect(await first.page()).toMatchObject({ signUp: 'first', supportEmail: 'given@example.com', sendsEmail: false })
  const changes = { SIGN_UP: 'open', SUPPORT_EMAIL: 'stored@example.com', SMTP_URL: 'smtp://127.0.0.1:9' } as const
  await save(changes)
  for (const { page, started } of [first, second]) {
    await expect.poll(() => started.count).toBe(2)
    expect(await page()).toMatchObject({ signUp: 'open', supportEmail: 'given@example.com', sendsEmail: true })
  }
  // As after a restore, whose settings may be the same.
  await db.asService(restartNodes)
  await expect.poll(() => first.started.count).toBe(3)
})

test('a node that cannot start again keeps its former settings, or tries until it succeeds', async () => {
  await using node = await startNode()
  const changeOf = async (signUp: 'open' | 'closed' | 'invited', count: number) => {
    await save({ SIGN_UP: signUp })
    await expect.poll(() => node.started.count).toBe(count)
    expect(await node.page()).toMatchObject({ signUp })
  }
  await changeOf('closed', 2)
  await runSql(database.owner, 'revoke select on app.operator_settings from service_role')
  await db.asService(restartNodes)
  await expect.poll(() => node.started.count).toBe(3)
  expect(await node.page()).toMatchObject({ signUp: 'closed' })
  await runSql(database.owner, 'grant select on app.operator_settings to service_role')
  await changeOf('invited', 4)

  await runSql(database.owner, "update migrations.applied set checksum = 'x' || checksum where number = 2")
  await save({ SIGN_UP: 'open' })
  await expect.poll(() => node.page().catch(() => 'none')).toBe('none')
  await runSql(database.owner, 'update migrations.applied set checksum = substr(checksum, 2) where number = 2')
  await changeOf('open', 5)
})
