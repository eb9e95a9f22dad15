import { expect, test } from 'vitest'
import { connectMailbox, newMailbox, signUp } from '../../../test/kit/outlook.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { hashSecret } from '../../sealed.ts'
import { productionHashCost } from './password-hash.ts'

const subscriptionId = 'bbbbbbbb-0000-4000-8000-000000000001'
const clientState = 'the-secret-of-the-one'

const app = await appOfFile({ hashCost: productionHashCost })
const mailbox_id = await connectMailbox(app, await signUp(app), await newMailbox(app))
await app.ctx.db.asService(async (tx) => {
  const mailbox = tx.updateTable('mailboxes').set({ real_time: true }).where('id', '=', mailbox_id)
  const { user_id } = await mailbox.returning('user_id').executeTakeFirstOrThrow()
  const expires_at = new Date(app.clock.now().getTime() + 3600_000)
  const row = { provider_subscription_id: subscriptionId, client_state_hash: hashSecret(clientState), expires_at }
  await tx
    .insertInto('app.graph_subscriptions')
    .values({ ...row, mailbox_id, user_id })
    .execute()
})

const signIn = () =>
  fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: app.ctx.access.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: newEmail(), password: 'a guess at a password' }),
  })

const notify = (id: string) =>
  fetch(`${app.url}/api/mail-webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      value: [
        {
          subscriptionId,
          clientState,
          changeType: 'created',
          resource: `Users/x/Messages/${id}`,
          tenantId: crypto.randomUUID(),
          resourceData: { '@odata.type': '#Microsoft.Graph.Message', id },
        },
      ],
    }),
  })

test('fifty concurrent sign-ins do not delay change notifications', async () => {
  expect((await notify('warm-up')).status).toBe(202)
  let ended = 0
  const signIns = Array.from({ length: 50 }, async () => {
    const { status } = await signIn()
    ended += 1
    return status
  })
  // Hashing is in progress now, and the rest waits.
  await Promise.race(signIns)
  const endedBefore = ended
  const ids = Array.from({ length: 6 }, (_, n) => `message-${n}`)
  for (const id of ids) expect((await notify(id)).status).toBe(202)
  // The notifications, sent last and sequentially, finish long before the first sign-ins do.
  const meanwhile = ended - endedBefore
  expect(meanwhile).toBeLessThan(25)
  expect(await Promise.all(signIns)).toEqual(Array.from({ length: 50 }, () => 400))

  const stored = await app.ctx.db.asService((tx) => tx.selectFrom('app.inbox_events').select('message_id').execute())
  expect(stored.map((row) => row.message_id).sort()).toEqual([...ids, 'warm-up'])
})
