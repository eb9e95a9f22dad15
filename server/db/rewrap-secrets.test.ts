import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { signInOrUp } from '../../scripts/lib/product-client.ts'
import { allRows } from '../../test/kit/all-rows.ts'
import { connectedMailbox } from '../../test/kit/mailbox.ts'
import { allServices, connectService } from '../../test/kit/services.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { testSecrets } from '../../test/kit/test-secrets.ts'
import { createSealer, keyIdOf } from '../sealed.ts'
import { rewrapSecrets } from './rewrap-secrets.ts'

const app = await appOfFile({ env: allServices })

const oldKey = Buffer.from(testSecrets.ENCRYPTION_KEYS, 'base64')
const newKey = randomBytes(32)
/** As if every node had been restarted with these keys. */
const useKeys = (...keys: Buffer[]): void => void Object.assign(app.ctx.sealer, createSealer(keys))
const secretsWith = async (key: Buffer): Promise<number> =>
  (await allRows(app.database)).join('\n').split(`v2.${keyIdOf(key)}.`).length - 1

test('rotates the key of all secrets while they are used, and then works without the old key', async () => {
  const mailbox = await connectedMailbox(app)
  const who = { token: mailbox.user.accessToken, userId: mailbox.user.userId }
  await connectService(app, who, 'dropbox')
  const { mailboxId } = mailbox
  const before = await secretsWith(oldKey)
  expect(before).toBeGreaterThan(4)

  useKeys(newKey, oldKey)
  const [{ rewrapped, left }] = await Promise.all([
    rewrapSecrets(app.ctx.db, app.ctx.sealer),
    mailbox.call('mail-authentication', { action: 'refresh', mailboxId }),
    signInOrUp(mailbox.product, mailbox.user.email, 'correct horse battery'),
  ])
  expect([rewrapped > 0, left]).toEqual([true, 0])
  expect(await rewrapSecrets(app.ctx.db, app.ctx.sealer)).toEqual({ rewrapped: 0, left: 0 })
  expect(await secretsWith(oldKey)).toBe(0)
  expect(await secretsWith(newKey)).toBeGreaterThanOrEqual(before)

  useKeys(newKey)
  await mailbox.call('mail-authentication', { action: 'refresh', mailboxId })
  await mailbox.call('mail-graph', { action: 'sync-folders', mailboxId })
  await signInOrUp(mailbox.product, mailbox.user.email, 'correct horse battery')
})
