import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { forwardingMailbox, forwardsOf, forwardsTo } from '../../../test/kit/forwarding-mailbox.ts'
import { emailsTo } from '../../../test/kit/outbox.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { automaticEmailsPerHour as limit } from '../limits.ts'
import { retryRun } from '../runs/retry-run.ts'
import { countAutomaticEmail } from './automatic-email-queries.ts'

const app = await appOfFile()
let { acting, address } = await forwardingMailbox(app)
/** A mailbox and an address of their own. */
const openMailbox = async (): Promise<void> => {
  ;({ acting, address } = await forwardingMailbox(app))
}
const firstAddress = address
beforeEach(() => app.faults())

/** Runs of earlier emails. @returns their ids */
async function earlierRuns(count: number): Promise<string[]> {
  const { userId } = acting.who
  const { mailboxId } = acting.mailbox
  const { rows } = await app.ctx.db.asService((tx) =>
    sql<{ id: string }>`with logs as (
        insert into email_processing_logs (user_id, mailbox_id, message_id, status, reason)
        select ${userId}::uuid, ${mailboxId}::uuid, gen_random_uuid(), 'processed', 'sorted'
        from generate_series(1, ${count}::int) returning id)
      insert into email_action_runs (user_id, mailbox_id, log_id, action_type, config_version, action_order, status,
        reason, created_at, ended_at)
      select ${userId}::uuid, ${mailboxId}::uuid, id, 'forward_mail', 1, 1, 'done', 'done', now(), now() from logs
      returning id`.execute(tx),
  )
  return rows.map(({ id }) => id)
}
const count = (runId: string, kind: 'forward' | 'draft' = 'forward', to = address): Promise<boolean> =>
  app.ctx.db.asService((tx) =>
    countAutomaticEmail(tx, { runId, userId: acting.who.userId, kind, address: to }, {}, app.clock.now()),
  )
const useUp = async (left: number, kind = 'forward'): Promise<void> => {
  const ids = JSON.stringify(await earlierRuns(limit - left))
  await app.ctx.db.asService((tx) =>
    sql`insert into app.automatic_emails (run_id, user_id, kind, address, counted_at)
      select id::uuid, ${acting.who.userId}::uuid, ${kind}, ${address}, ${app.clock.now()}::timestamptz
      from jsonb_array_elements_text(${ids}::jsonb) as id`.execute(tx),
  )
}
const arrives = async (subject: string) => (await acting.sorted({ from: 'anna@shop.example', subject })).logId
const runOf = async (logId: string) => (await acting.runs(logId))[0]
const reasons = async (logs: string[]) => (await Promise.all(logs.map(runOf))).map((run) => run?.reason)
const warnings = async () =>
  (await emailsTo(app, acting.mailbox.user.email)).filter(({ subject }) => subject.includes('holds back'))
const bells = async () => (await acting.notificationKinds()).filter((kind) => kind === 'hourly_limit_reached')

describe('the count is exact', () => {
  beforeEach(() => {
    address = newEmail()
  })

  test.each([1, 7])('with %i places and more workers', async (places) => {
    await useUp(places)
    const counted = await Promise.all((await earlierRuns(places + 5)).map((id) => count(id)))
    expect(counted.filter(Boolean)).toHaveLength(places)
  })

  test('and a run counts once, keeps its place, and moves to another recipient', async () => {
    await useUp(1)
    const [first = '', second = ''] = await earlierRuns(2)
    expect([await count(first), await count(first), await count(second), await count(first)]).toEqual([
      true,
      true,
      false,
      true,
    ])
    expect([await count(second, 'draft'), await count(first, 'forward', 'other@home.example')]).toEqual([true, true])
    const [third = ''] = await earlierRuns(1)
    expect([await count(third), await count(first)]).toEqual([true, false])
  })

  test('an hour after the last effect a place is free', async () => {
    await useUp(1)
    const [first = '', second = ''] = await earlierRuns(2)
    await count(first)
    await app.advance('59 min')
    expect([await count(first), await count(second)]).toEqual([true, false])
    await app.advance('59 min')
    await useUp(1)
    expect(await count(second)).toBe(false)
    await app.advance('61 s')
    expect(await count(second)).toBe(true)
  })
})

test('emails over the limit are held back, each with its reason, and the user hears of it once an hour', async () => {
  address = firstAddress
  await useUp(2)
  const logs = []
  for (let n = 1; n <= 5; n += 1) logs.push(await arrives(`Bill ${n}`))
  await app.runDueJobs()
  expect((await reasons(logs)).filter((reason) => reason === 'hourly_limit')).toHaveLength(3)
  expect(await forwardsTo(app, address)).toHaveLength(2)
  expect(await acting.drafts()).toEqual([])
  expect(await acting.notificationKinds()).toEqual(['hourly_limit_reached'])
  const [email, ...others] = await warnings()
  expect(others).toEqual([])
  expect(email?.text).toContain(`${limit} emails were forwarded to ${address}`)

  await app.advance('61 min')
  await useUp(0)
  logs.push(await arrives('Bill 6'))
  await app.runDueJobs()
  expect([(await bells()).length, (await warnings()).length]).toEqual([1, 2])

  await app.advance('61 min')
  for (const log of logs.filter((_, n) => n < 5)) {
    const run = await runOf(log)
    if (run?.status === 'failed') await retryRun(app.ctx, { userId: acting.who.userId, runId: run.id })
  }
  await app.runDueJobs()
  expect(await reasons(logs)).toEqual([...Array.from({ length: 5 }, () => 'done'), 'hourly_limit'])
})

test('an attempt that failed keeps its place, and takes no second one', async () => {
  await openMailbox()
  await useUp(1)
  const fault = { service: 'graph', mailbox: acting.mailbox.email, method: 'POST', path: '/send$', status: 503 }
  await app.faults(fault)
  const first = await arrives('Bill 1')
  await app.runDueJobs()
  await app.faults()
  const second = await arrives('Bill 2')
  await app.advance('10 min')
  await acting.reconcile()
  expect(await reasons([first, second])).toEqual(['done', 'hourly_limit'])
  expect((await forwardsOf(acting, (await runOf(first))?.id)).sent).toHaveLength(1)
})

test('drafts to one recipient have the same limit', async () => {
  address = 'anna@shop.example'
  await acting.remove('forward_mail')
  const added = { folder_id: acting.folderId, action_id: acting.actionId('draft_reply'), action_order: 1 }
  await acting.mailbox.rows('email_folder_actions', { method: 'POST', body: JSON.stringify(added) })
  await useUp(1, 'draft')
  const logs = [await arrives('Question 1'), await arrives('Question 2')]
  await app.runDueJobs()
  expect(new Set(await reasons(logs))).toEqual(new Set(['done', 'hourly_limit']))
  expect(await acting.drafts()).toHaveLength(1)
  const [email] = (await warnings()).filter(({ subject }) => subject.includes('replies'))
  expect(email?.text).toContain('to anna@shop.example got')
})
