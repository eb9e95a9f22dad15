import { describe, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { actingMailbox } from '../../test/kit/acting-mailbox.ts'
import { emailsTo } from '../../test/kit/outbox.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { usageMonth } from '../../contract/limits.ts'
import { hours, addMs } from '../clock.ts'
import type { Tx } from '../db/database.ts'
import { accessTokenOf } from '../../test/kit/outlook.ts'
import { callProvider } from '../outages/call-provider.ts'
import { effectProperty } from '../vendors/graph/graph-drafts.ts'
import { ServiceError } from '../vendors/services/service-error.ts'
import type { Difference } from './check-mailbox.ts'
import { alertOfDifferences } from './operator-alert.ts'
import { selfCheck } from './self-check.ts'

const app = await appOfFile()
/** A message in the inbox, and the run of the draft that was created. */
const acting = await actingMailbox(app, ['draft_reply'])
const mailboxId = acting.mailbox.mailboxId
await acting.mailbox.call('mail-webhook-management', { action: 'subscribe', mailboxId })
await app.runDueJobs()
// Graph returns whole seconds.
await app.advance('1 min')
const messageId = await acting.mailbox.deliver({ from: 'anna@family.example', subject: 'Sunday?' })
const { logId } = await acting.sorted({ from: 'anna@shop.example', subject: 'Your order', text: 'When is it there?' })
await app.advance('1 hour')
await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
await app.runDueJobs()
const runId = (await acting.runs(logId))[0]?.id ?? ''

/** Runs the job. @returns the differences of each alert */
async function alerts(): Promise<{ kind: string; id?: string }[][]> {
  vi.restoreAllMocks()
  const alert = vi.spyOn(app.ctx.events, 'selfCheckDiffers')
  const completed = vi.spyOn(app.ctx.events, 'selfCheckCompleted')
  await selfCheck(app.ctx)
  expect(completed).toHaveBeenCalledWith({ checked: 1 })
  return alert.mock.calls.map(([{ differences }]) =>
    differences.map((found) => {
      expect(found.mailboxId).toBe(mailboxId)
      return { kind: found.kind, ...(found.id === undefined ? {} : { id: found.id }) }
    }),
  )
}
const change = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => app.ctx.db.asService(run)
const setCount = (by: number) =>
  change((tx) =>
    tx
      .updateTable('usage')
      .set((eb) => ({ emails_processed: eb('emails_processed', '+', by) }))
      .where('user_id', '=', acting.mailbox.user.userId)
      .where('month', '=', usageMonth(app.clock.now()))
      .execute(),
  )
const setCaughtUp = (until: Date) =>
  change((tx) =>
    tx
      .updateTable('app.mailbox_sync_states')
      .set({ caught_up_until: until })
      .where('mailbox_id', '=', mailboxId)
      .execute(),
  )

test('finds nothing in a mailbox that follows the rules, with at most three Graph requests', async () => {
  const before = (await acting.calls()).length
  expect(await alerts()).toEqual([])
  expect((await acting.calls()).length - before).toBeLessThanOrEqual(3)
})

test('raises one alert for each planted difference, and counts it by kind', async () => {
  await setCount(1)
  expect(await alerts()).toEqual([[{ kind: 'count_wrong' }]])
  await setCount(-1)

  const now = app.clock.now()
  await setCaughtUp(addMs(now, hours(-3)))
  expect(await alerts()).toEqual([[{ kind: 'catch_up_late' }]])
  await setCaughtUp(now)

  const late = { mailbox_id: mailboxId, message_id: 'late', user_id: acting.mailbox.user.userId }
  const times = { due_at: addMs(now, hours(-3)), created_at: addMs(now, hours(-3)) }
  await change((tx) =>
    tx
      .insertInto('app.inbox_events')
      .values({ ...late, ...times, source: 'delta' })
      .execute(),
  )
  expect(await alerts()).toEqual([[{ kind: 'message_late', id: 'late' }]])
  await change((tx) => tx.deleteFrom('app.inbox_events').where('message_id', '=', 'late').execute())

  await fetch(`${app.sandbox.url}/graph.microsoft.com/v1.0/me/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await accessTokenOf(app.ctx, mailboxId)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ subject: 'Again', singleValueExtendedProperties: effectProperty(runId, true) }),
  })
  const doubled = { kind: 'effect_doubled', id: runId } as const
  expect(await alerts()).toEqual([[doubled]])

  await change((tx) => tx.deleteFrom('email_processing_logs').where('message_id', '=', messageId).execute())
  await setCount(-1)
  expect(await alerts()).toEqual([[{ kind: 'message_lost', id: messageId }, doubled]])
  expect(await app.ctx.events.metrics()).toContain(
    'mailroom_events_total{event="self_check_difference",reason="message_lost"} 1',
  )
})

test('renews a subscription that Graph has lost', async () => {
  await app.control('POST', '/control/faults', {
    action: 'subscriptionVanished',
    match: { mailbox: acting.mailbox.email },
  })
  expect((await alerts()).flat()).toContainEqual({ kind: 'subscription_lost' })
  await app.runDueJobs()
  expect((await alerts()).flat()).not.toContainEqual({ kind: 'subscription_lost' })
})

test('leaves out a mailbox that cannot be called, and one without real-time sorting', async () => {
  vi.restoreAllMocks()
  const completed = vi.spyOn(app.ctx.events, 'selfCheckCompleted')
  await app.faults({ service: 'graph', path: '', status: 503 })
  await selfCheck(app.ctx)
  await app.faults()
  await change((tx) => tx.updateTable('mailboxes').set({ real_time: false }).where('id', '=', mailboxId).execute())
  await selfCheck(app.ctx)
  expect(completed.mock.calls).toEqual([[{ checked: 0 }], [{ checked: 0 }]])
})

describe('emails to the operators', () => {
  const setOperator = (operator: boolean) =>
    app.ctx.db.asAccounts((tx) =>
      sql`update auth.users set raw_app_meta_data = raw_app_meta_data || ${JSON.stringify({ operator })}::jsonb
        where id = ${acting.mailbox.user.userId}`.execute(tx),
    )
  const alertsOf = async (topic: string) =>
    (await emailsTo(app, acting.mailbox.user.email)).filter(({ text }) => text.includes(topic))
  const callDropbox = (call: () => Promise<void>) => callProvider(app.ctx, { provider: 'dropbox', subject: 'a' }, call)
  const invalidClient = new ServiceError('dropbox', 'refused', { status: 401, code: 'invalid_client' })
  const failAtDropbox = () => expect(callDropbox(() => Promise.reject(invalidClient))).rejects.toThrow()

  test('report a difference that is new, and once a day while it lasts', async () => {
    const difference = (kind: Difference['kind']) => ({ mailboxId, kind })
    await change((tx) => tx.updateTable('mailboxes').set({ real_time: true }).where('id', '=', mailboxId).execute())
    await setCount(1)
    await selfCheck(app.ctx)
    expect(await alertsOf('count_wrong')).toEqual([])
    await setOperator(true)
    for (let hour = 0; hour < 3; hour++) {
      await selfCheck(app.ctx)
      await app.advance('1 hour')
    }
    expect(await alertsOf('count_wrong')).toHaveLength(1)
    const both = [difference('count_wrong'), difference('message_late')]
    await alertOfDifferences(app.ctx, both)
    expect(await alertsOf('message_late')).toHaveLength(1)
    expect(await alertsOf('count_wrong')).toHaveLength(1)
    await app.advance('21 hours')
    await alertOfDifferences(app.ctx, both)
    expect(await alertsOf('count_wrong')).toHaveLength(2)
    expect(await alertsOf('message_late')).toHaveLength(1)
  })

  test('report each outage once, when it begins, also if it ends before the next self-check', async () => {
    await setOperator(true)
    for (let hour = 0; hour < 3; hour++) {
      await failAtDropbox()
      await selfCheck(app.ctx)
      expect(await alertsOf('dropbox')).toHaveLength(1)
      await app.advance('1 hour')
    }
    await callDropbox(() => Promise.resolve())
    await failAtDropbox()
    await app.advance('1 min')
    await callDropbox(() => Promise.resolve())
    expect(await alertsOf('dropbox')).toHaveLength(2)
    await setOperator(false)
    await failAtDropbox()
    expect(await alertsOf('dropbox')).toHaveLength(2)
  })
})
