import { afterEach, beforeEach, expect, test } from 'vitest'
import { liveMailbox, switchOffMailboxes } from '../../../test/kit/live-mailbox.ts'
import { callFunction, deliver, eventually, signUp } from '../../../test/kit/outlook.ts'
import { waitingForLock } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import type { Tx } from '../../db/database.ts'
import { saveKnownPeople, findSentItemsState } from '../people/known-people-queries.ts'
import { lockAgainstDisconnect } from '../mailboxes/mailbox-queries.ts'

const app = await appOfFile()
let at: Awaited<ReturnType<typeof liveMailbox>>
beforeEach(async () => {
  at = await liveMailbox(app)
})
afterEach(async () => {
  await app.faults()
  await switchOffMailboxes(app)
})

test('deletes the rows, the tokens, and the subscription at Graph', async () => {
  await at.subscribe()
  await deliver(app, at.email)
  await eventually(at.recordedMessageIds, (seen) => seen.length > 0)
  const disconnect = (visitor = at.who) =>
    callFunction(app, visitor, 'mail-authentication', { action: 'disconnect', mailboxId: at.mailboxId })
  expect(await disconnect(await signUp(app))).toMatchObject({ status: 404 })
  expect(await at.atMicrosoft()).toHaveLength(1)
  expect(await disconnect()).toMatchObject({ status: 200, body: { success: true } })
  expect(await at.atMicrosoft()).toEqual([])
  for (const table of [
    'app.mailbox_tokens',
    'app.graph_subscriptions',
    'app.mailbox_sync_states',
    'app.inbox_events',
    'email_folders',
  ] as const) {
    const remaining = await app.ctx.db.asService((tx) =>
      tx.selectFrom(table).selectAll().where('mailbox_id', '=', at.mailboxId).execute(),
    )
    expect(remaining).toEqual([])
  }
  expect(await disconnect()).toMatchObject({ status: 404 })
  await app.runDueJobs()
})

const lockRow = (table: 'app.mailbox_sync_states' | 'app.mailbox_tokens') => (tx: Tx) =>
  tx.selectFrom(table).select('user_id').where('mailbox_id', '=', at.mailboxId).forUpdate().execute()
/** The lock of an insert that refers to the mailbox. */
const lockMailbox = (tx: Tx) => lockAgainstDisconnect(tx, at.mailboxId)

test.each([
  { work: 'sorts a message', first: lockRow('app.mailbox_sync_states'), second: lockMailbox },
  { work: 'refreshes its tokens', first: lockRow('app.mailbox_tokens'), second: lockMailbox },
  {
    work: 'saves known people',
    first: lockMailbox,
    second: async (tx: Tx) => {
      const since = (await findSentItemsState(tx, at.mailboxId))?.until ?? null
      await saveKnownPeople(tx, { mailboxId: at.mailboxId, sent: [], since, until: app.clock.now() })
    },
  },
])('disconnects while a worker $work', async ({ first, second }) => {
  const disconnecting = Promise.withResolvers<unknown>()
  const work = app.ctx.db.asService(async (tx) => {
    expect(await first(tx)).toBeTruthy()
    const input = { action: 'disconnect', mailboxId: at.mailboxId }
    callFunction(app, at.who, 'mail-authentication', input).then(disconnecting.resolve, disconnecting.reject)
    await expect.poll(() => waitingForLock(app.ctx.db)).toBe(true)
    await second(tx)
  })
  // On a deadlock PostgreSQL may abort either transaction: the worker's job is retried.
  await work.catch((error: unknown) => expect(error).toMatchObject({ code: '40P01' }))
  expect(await disconnecting.promise).toMatchObject({ status: 200 })
  expect(await at.hasWebhook()).toBeUndefined()
})

test('disconnects although Graph fails', async () => {
  await at.subscribe()
  await app.faults({ service: 'graph', path: '', status: 503 })
  expect(
    await callFunction(app, at.who, 'mail-authentication', { action: 'disconnect', mailboxId: at.mailboxId }),
  ).toMatchObject({
    status: 200,
  })
  expect(await at.hasWebhook()).toBeUndefined()
  await at.reconcile()
})
