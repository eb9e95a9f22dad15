import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { callFunction, connectMailbox, requestsTo, signUp } from '../../../test/kit/outlook.ts'
import { removeMailbox } from '../../../test/kit/remove-mailbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { attached, storingMailbox } from '../../../test/kit/storing-mailbox.ts'
import { retriedRunsBatchSize, retryFailedRuns } from './retry-failed-runs.ts'
import { claimNextRun } from '../engine/claim-next-run.ts'
import { finishRun } from '../engine/finish-run.ts'
import { claimPendingMessage } from '../engine/pending-message-queries.ts'

const app = await appOfFile()
beforeEach(() => app.faults())

const never = (): never => {
  throw new Error('The message has no run to claim')
}
type Acting = Awaited<ReturnType<typeof actingMailbox>>
const retriedNotifications = async (acting: Acting) => {
  const { body } = await callFunction(app, acting.who, 'notifications', { action: 'list' })
  return [body['notifications']].flat().filter((one) => Reflect.get(Object(one), 'kind') === 'actions_retried')
}
const statuses = (acting: Acting, logIds: string[]) =>
  Promise.all(logIds.map(async (id) => (await acting.runs(id)).map(({ status, reason }) => `${status} ${reason}`)))

describe('after a sign-in', () => {
  let store: Awaited<ReturnType<typeof storingMailbox>>
  beforeAll(async () => {
    store = await storingMailbox(app, 'dropbox')
  })

  test('the runs that failed for its service run again, oldest first, and the user learns how many', async () => {
    await app.control('PUT', `/control/dropbox/accounts/${store.email}/token`, {
      expireAccess: true,
      revokeRefresh: true,
    })
    const logIds: string[] = []
    for (const name of ['first', 'second', 'third']) {
      logIds.push((await store.sorted({ subject: name, attachments: [attached(`${name}.txt`)] })).logId)
      await app.runDueJobs()
      await app.advance('1 min')
    }
    expect(await statuses(store, logIds)).toEqual(logIds.map(() => ['failed connection_needs_sign_in']))
    expect(await retriedNotifications(store)).toEqual([])

    await store.reconnect()
    expect(await retriedNotifications(store)).toMatchObject([{ provider: 'dropbox', count: 3, read: false }])
    await app.control('DELETE', '/control/requests')
    await app.runDueJobs()
    expect(await statuses(store, logIds)).toEqual(logIds.map(() => ['done done']))
    const uploads = (await requestsTo(app, 'dropbox')).filter(({ url }) => url.endsWith('/files/upload'))
    const names = uploads.map(({ headers }) => /\w+(?=\.txt)/.exec(headers['dropbox-api-arg'] ?? '')?.[0])
    expect(names).toEqual(['first', 'second', 'third'])

    await store.reconnect()
    expect(await retriedNotifications(store)).toEqual([])
  })

  test('to the mailbox, too; runs with another cause, or of another mailbox, stay failed', async () => {
    const acting = await actingMailbox(app, ['draft_reply', 'store_attachment_dropbox'])
    const mail = { from: 'anna@shop.example', subject: 'A question', text: 'When will it be?' }
    const { logId } = await acting.sorted(mail)
    await acting.signedOut()
    await app.runDueJobs()
    const other = await actingMailbox(app, ['draft_reply'])
    const theirs = await other.sorted(mail)
    await other.signedOut()
    await app.runDueJobs()
    expect(await statuses(acting, [logId])).toEqual([['failed mailbox_needs_sign_in', 'failed mailbox_needs_sign_in']])
    await connectMailbox(app, acting.who, acting.mailbox.email)
    await app.runDueJobs()
    expect(await statuses(acting, [logId])).toEqual([['done done', 'failed not_connected']])
    expect(await retriedNotifications(acting)).toMatchObject([
      { mailbox: { id: acting.mailbox.mailboxId }, provider: null, count: 2 },
    ])
    expect(await statuses(other, [theirs.logId])).toEqual([['failed mailbox_needs_sign_in']])
  })

  test('a run that fails after it, because it began before it, is found by the hourly job', async () => {
    const { logId } = await store.sorted({ subject: 'Bill', attachments: [attached('bill.txt')] })
    const at = { node: app.ctx.presence.node, now: app.clock.now() }
    const claim = (await app.ctx.db.asService((tx) => claimPendingMessage(tx, logId, at))) ?? never()
    const claimed = await claimNextRun(app.ctx, claim)
    if (typeof claimed === 'string') return never()
    await store.reconnect()
    await app.runDueJobs()
    await finishRun(app.ctx, claim, claimed.run, { status: 'failed', reason: 'permission_missing' })
    expect(await claimNextRun(app.ctx, claim)).toBe('nothing_left')
    await app.runDueJobs()
    expect(await statuses(store, [logId])).toEqual([['failed permission_missing']])
    await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-connections', {}))
    await app.runDueJobs()
    expect(await statuses(store, [logId])).toEqual([['done done']])
  })
})

describe('retry of all failed runs', () => {
  let acting: Acting
  beforeAll(async () => {
    acting = await actingMailbox(app, ['draft_reply'])
  })

  /** Failed runs of an action that was removed: their retry ends at once. */
  const insertFailedRuns = (acting: Acting, count: number, reason = 'gave_up') =>
    app.ctx.db.asService((tx) =>
      sql`with logs as (
          insert into public.email_processing_logs (user_id, mailbox_id, message_id, processed_at, status, reason)
          select ${acting.who.userId}::uuid, ${acting.mailbox.mailboxId}::uuid, ${reason} || n,
            ${app.clock.now()}::timestamptz, 'processed', 'sorted'
          from generate_series(1, ${count}::int) n returning id, user_id, mailbox_id)
        insert into public.email_action_runs (user_id, mailbox_id, log_id, action_type, config_version, action_order,
          status, reason, created_at, ended_at)
        select user_id, mailbox_id, id, 'draft_reply', 1, 1, 'failed', ${reason},
          ${app.clock.now()}::timestamptz - interval '1 day' + random() * interval '1 hour',
          ${app.clock.now()}::timestamptz from logs`.execute(tx),
    )
  const runsOf = (acting: Acting) =>
    app.ctx.db.asService((tx) =>
      sql<{ status: string; batches: number; largest: number; runs: number }>`
        select status, sum(runs)::int as runs, count(*)::int as batches, max(runs)::int as largest
        from (select status, xmin::text, count(*) as runs from public.email_action_runs
          where mailbox_id = ${acting.mailbox.mailboxId}::uuid group by status, xmin::text) by_transaction
        group by status order by status`.execute(tx),
    )
  const ask = async (acting: Acting, input: object) => (await callFunction(app, acting.who, 'action-runs', input)).body

  test('says how many, works in bounded transactions, and leaves out what is unclear', async () => {
    const acting = await actingMailbox(app, [])
    const failed = 2 * retriedRunsBatchSize + 1
    await insertFailedRuns(acting, failed)
    await insertFailedRuns(acting, 2, 'unclear_outcome')
    const { mailboxId } = acting.mailbox
    expect(await ask(acting, { action: 'failed' })).toEqual({ failed, unclear: 2 })
    const otherMailbox = { action: 'failed', mailboxId: crypto.randomUUID() }
    expect(await ask(acting, otherMailbox)).toEqual({ failed: 0, unclear: 0 })
    const otherUser = await signUp(app)
    const foreign = { action: 'retry-failed', mailboxId }
    expect((await callFunction(app, otherUser, 'action-runs', foreign)).body).toEqual({ retried: 0 })

    const at = { userId: acting.who.userId, mailboxId, failedUntil: app.clock.now().toISOString() }
    await retryFailedRuns(app.ctx, at)
    expect((await runsOf(acting)).rows).toMatchObject([
      { status: 'failed', runs: 2 },
      { status: 'waiting', runs: failed, batches: 3, largest: retriedRunsBatchSize },
    ])
    await removeMailbox(app, mailboxId)
  })

  test('has each effect once, also where several retries run at the same time', async () => {
    const fault = { service: 'graph', mailbox: acting.mailbox.email, method: 'PATCH', path: '/messages/', status: 403 }
    await app.faults(fault)
    const logIds: string[] = []
    for (const subject of ['One', 'Two', 'Three'])
      logIds.push((await acting.sorted({ subject, from: 'anna@shop.example', text: 'When?' })).logId)
    await app.runDueJobs()
    expect(await statuses(acting, logIds)).toEqual(logIds.map(() => ['failed permission_missing']))
    expect(await acting.drafts()).toHaveLength(3)

    await app.faults()
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(acting, { action: 'retry-failed' })))
    expect(answers).toEqual(answers.map(() => ({ retried: 3 })))
    await connectMailbox(app, acting.who, acting.mailbox.email)
    await app.runDueJobs()
    expect(await statuses(acting, logIds)).toEqual(logIds.map(() => ['done done']))
    expect(await acting.drafts()).toHaveLength(3)
    expect(await ask(acting, { action: 'retry-failed' })).toEqual({ retried: 0 })
  })

  test('does not repeat an action that has run with a later configuration', async () => {
    const { logId } = await acting.sorted({ subject: 'One', from: 'anna@shop.example', text: 'When?' })
    await app.runDueJobs()
    await app.ctx.db.asService((tx) =>
      sql`insert into public.email_action_runs (user_id, mailbox_id, log_id, folder_action_id, action_type,
          config_version, action_order, status, reason, created_at, ended_at)
        select user_id, mailbox_id, log_id, folder_action_id, action_type, 0, 1, 'failed', 'gave_up', created_at,
          ended_at
        from public.email_action_runs where log_id = ${logId}::uuid`.execute(tx),
    )
    expect(await ask(acting, { action: 'failed' })).toEqual({ failed: 0, unclear: 0 })
    const earlier = (await acting.runs(logId)).find(({ status }) => status === 'failed')
    const retried = await callFunction(app, acting.who, 'action-runs', { action: 'retry', runId: earlier?.id })
    expect(retried).toMatchObject({ status: 409, body: { error: { code: 'action_run_not_failed' } } })
  })
})
