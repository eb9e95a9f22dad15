import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { actingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { sortNewMail } from '../../../test/kit/mailbox.ts'
import { sortedMails } from '../../../test/kit/trained-mailbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { startNode } from '../../../test/kit/start-node.ts'
import { disconnectMailbox } from '../../mail/providers/disconnect-mailbox.ts'
import { findNextRun, markRunning, saveProgress } from './action-run-queries.ts'
import { claimPendingMessage, extendClaim } from './pending-message-queries.ts'
import { setAutomationSwitch } from './automation-switch-queries.ts'

const app = await appOfFile()
const newActingMailbox = () => actingMailbox(app, ['draft_reply', 'store_attachment_dropbox'])
const acting = await newActingMailbox()
beforeEach(async () => {
  await faults()
  await acting.startOver()
  await app.control('DELETE', '/control/requests')
})

const faults = (...list: object[]) => app.faults(...list.map((fault) => ({ service: 'graph', ...fault })))
const mail = {
  from: 'anna@shop.example',
  fromName: 'Anna Berg',
  subject: 'A question',
  text: 'Could you please tell us when it will be?',
}
const outcomes = async (logId: string) => (await acting.runs(logId)).map(({ status, reason }) => `${status} ${reason}`)

describe('a sorted message', () => {
  test('runs the actions of its folder once; mail in the inbox has none', async () => {
    const { mailbox, folderId } = acting
    const { mailboxId } = mailbox
    const condition = { folderId, kind: 'subject', value: 'question' }
    await mailbox.call('folder-conditions', { action: 'add', mailboxId, condition })
    await sortNewMail(app, mailbox)
    await mailbox.deliver(mail)
    await mailbox.deliver({ ...mail, subject: 'Sunday?' })
    await sortedMails(app, mailbox, 2)
    await app.runDueJobs()
    const runs = await mailbox.rows(
      'email_action_runs?select=status,action_type,log:email_processing_logs(subject)&order=action_order',
    )
    const log = { subject: mail.subject }
    expect(runs).toEqual([
      { status: 'done', action_type: 'draft_reply', log },
      { status: 'failed', action_type: 'store_attachment_dropbox', log },
    ])
    expect(await acting.drafts()).toHaveLength(1)
    // The other tests deliver into the folder.
    await mailbox.call('mail-webhook-management', { action: 'unsubscribe', mailboxId })
  })

  test('runs them in order, each to its end before the next starts', async () => {
    await faults({ method: 'POST', path: '/createReply$', status: 503, times: 2 })
    const { logId } = await acting.sorted(mail)
    await app.runDueJobs()
    expect(await outcomes(logId)).toEqual(['running null', 'waiting null'])
    await app.advance('1 min')
    await app.runDueJobs()
    expect(await outcomes(logId)).toEqual(['running null', 'waiting null'])
    await app.advance('5 min')
    await app.runDueJobs()
    expect(await outcomes(logId)).toEqual(['done done', 'failed not_connected'])
  })

  test('does not delay other mail of the same folder', async () => {
    await faults({ method: 'POST', path: '/createReply$', status: 503, times: 1 })
    const first = await acting.sorted(mail)
    await app.runDueJobs()
    const second = await acting.sorted(mail)
    await app.runDueJobs()
    expect((await outcomes(first.logId))[0]).toBe('running null')
    expect((await outcomes(second.logId))[0]).toBe('done done')
  })
})

describe('preconditions are checked when a run starts and before each effect', () => {
  const inFolder = (change: object) =>
    acting.mailbox.rows(`email_folders?id=eq.${acting.folderId}`, { method: 'PATCH', body: JSON.stringify(change) })
  const cases: [name: string, change: (logId: string) => Promise<unknown>, outcome: string][] = [
    ['the folder was switched off', () => inFolder({ active: false }), 'skipped switched_off'],
    ['the action was switched off', () => acting.change('draft_reply', { is_active: false }), 'skipped switched_off'],
    ['the action was removed', () => acting.remove('draft_reply'), 'skipped switched_off'],
    ['the mail was corrected', (logId) => acting.correct(logId), 'skipped mail_moved'],
    ['the folder was deleted in Outlook', () => acting.folderDeletedInOutlook(), 'skipped folder_deleted'],
    ['the sign-in expired', () => acting.signedOut(), 'failed mailbox_needs_sign_in'],
  ]
  test.each(cases)('%s before the run started', async (_, change, outcome) => {
    const { logId } = await acting.sorted(mail)
    await change(logId)
    await app.runDueJobs()
    expect((await outcomes(logId))[0]).toBe(outcome)
    expect(await acting.drafts()).toEqual([])
  })

  // Each is read again before an effect: one that skips a run, and one that fails it.
  test.each(cases.slice(-2))('%s between two attempts', async (_, change, outcome) => {
    await faults({ method: 'POST', path: '/createReply$', status: 503, times: 1 })
    const { logId } = await acting.sorted(mail)
    await app.runDueJobs()
    await change(logId)
    await app.advance('1 min')
    await app.runDueJobs()
    expect((await outcomes(logId))[0]).toBe(outcome)
    expect(await acting.drafts()).toEqual([])
  })

  test('uses a configuration that was changed before the run started', async () => {
    const { logId } = await acting.sorted(mail)
    await acting.configure('draft_reply', { tone: 'casual' })
    await app.runDueJobs()
    expect((await outcomes(logId))[0]).toBe('done done')
    expect((await acting.drafts())[0]?.body.content).toContain('<p>Hi Anna,</p>')
  })

  test('stops when the configuration changes during the run; a retry uses the new one and the draft', async () => {
    await faults({ method: 'PATCH', path: '/messages/', status: 503, times: 1 })
    const { logId } = await acting.sorted(mail)
    await app.runDueJobs()
    await acting.configure('draft_reply', { tone: 'casual' })
    await app.advance('1 min')
    await app.runDueJobs()
    const [run] = await acting.runs(logId)
    expect(run).toMatchObject({ status: 'failed', reason: 'config_changed' })
    await acting.retry(run?.id)
    await app.runDueJobs()
    expect((await outcomes(logId))[0]).toBe('done done')
    const drafts = await acting.drafts()
    expect(drafts).toHaveLength(1)
    expect(drafts[0]?.body.content).toContain('<p>Hi Anna,</p>')
  })
})

describe('waiting runs', () => {
  test('wait while the mailbox is paused, also between two calls, and continue afterwards', async () => {
    await faults({ method: 'PATCH', path: '/messages/', status: 503, times: 1 })
    const begun = await acting.sorted(mail)
    await app.runDueJobs()
    expect(await acting.pause(true)).toEqual({ paused: true })
    const waiting = await acting.sorted(mail)
    await app.advance('30 min')
    await acting.reconcile()
    expect((await outcomes(begun.logId))[0]).toBe('running null')
    expect((await outcomes(waiting.logId))[0]).toBe('waiting null')
    await acting.pause(false)
    await app.runDueJobs()
    expect((await outcomes(begun.logId))[0]).toBe('done done')
    expect((await outcomes(waiting.logId))[0]).toBe('done done')
    expect(await acting.drafts()).toHaveLength(2)
  })

  test('processes a backlog of any length without waiting for the reconcile job', async () => {
    await acting.pause(true)
    const mails = []
    for (let n = 1; n <= 26; n++) mails.push(await acting.sorted({ ...mail, from: 'no-reply@shop.example' }))
    await app.runDueJobs()
    await acting.pause(false)
    await app.runDueJobs()
    expect(await acting.waiting()).toEqual([])
    for (const { logId } of mails) expect((await outcomes(logId))[0]).toBe('skipped automatic_mail')
  })

  test('wait while the operator has stopped all actions, without loss', async () => {
    const stop = (actions: boolean) =>
      app.ctx.db.asService((tx) => setAutomationSwitch(tx, { actions, mailboxes: false }, app.clock.now()))
    await stop(true)
    const { logId } = await acting.sorted(mail)
    await app.runDueJobs()
    await acting.reconcile()
    expect((await outcomes(logId))[0]).toBe('waiting null')
    await stop(false)
    await acting.reconcile()
    expect((await outcomes(logId))[0]).toBe('done done')
  })

  test("respects Outlook's Retry-After", async () => {
    await faults({ method: 'POST', path: '/createReply$', status: 429, retryAfter: 3600, times: 1 })
    const { logId } = await acting.sorted(mail)
    await app.runDueJobs()
    const calls = async () => (await acting.calls()).length
    const before = await calls()
    await app.advance('50 min')
    await acting.reconcile()
    expect(await calls()).toBe(before)
    await app.advance('11 min')
    await acting.reconcile()
    expect((await outcomes(logId))[0]).toBe('done done')
  })

  test('the reconcile job resumes the runs of a crashed worker', async () => {
    const { logId } = await acting.sorted(mail)
    await app.ctx.db.asService((tx) =>
      claimPendingMessage(tx, logId, { node: app.ctx.presence.node, now: app.clock.now() }),
    )
    await acting.reconcile()
    expect((await outcomes(logId))[0]).toBe('waiting null')
    await acting.expireClaim(logId)
    await acting.reconcile()
    expect((await outcomes(logId))[0]).toBe('done done')
  })

  test('a claim sees a call that a node which is regarded as dead begins at this moment', async () => {
    const { logId } = await acting.sorted(mail)
    const claim = (node: number) =>
      app.ctx.db.asService((tx) => claimPendingMessage(tx, logId, { node, now: app.clock.now() }))
    const dead = await claim(0)
    if (!dead) throw new Error('The message is not free')
    const { next } = await app.ctx.db.asService(async (tx) => {
      await extendClaim(tx, dead)
      const next = claim(1)
      const waiting = sql`select from pg_locks where transactionid = pg_current_xact_id()::xid and not granted`
      await expect.poll(async () => (await waiting.execute(tx)).rows.length).toBe(1)
      const run = await findNextRun(tx, logId)
      if (!run) throw new Error('There is no run')
      await markRunning(tx, run.runId, 1)
      await saveProgress(tx, { ...run, progress: { step: 'creating' } })
      return { next }
    })
    expect(await next).toBeNull()
    await acting.endCalls(logId)
    expect(await claim(1)).toEqual({ logId, token: dead.token + 1 })
  })

  test('the reconcile job resumes the runs of a dead node before its claim expires', async () => {
    const { logId } = await acting.sorted(mail)
    const dying = await startNode(app)
    const { node } = dying.ctx.presence
    await app.ctx.db.asService((tx) => claimPendingMessage(tx, logId, { node, now: app.clock.now() }))
    await dying[Symbol.asyncDispose]()
    await acting.reconcile()
    expect((await outcomes(logId))[0]).toBe('done done')
  })
})

test('gives up after eight attempts with increasing delays and notifies the user', async () => {
  await faults({ method: 'POST', path: '/createReply$', status: 503 })
  const { logId } = await acting.sorted(mail)
  await app.runDueJobs()
  const attemptState = async () => (await acting.calls()).filter(({ url }) => url.endsWith('/createReply')).length
  expect(await attemptState()).toBe(1)
  for (const [place, wait] of [0.5, 1.5, 4.5, 13.5, 40.5, 121.5, 364.5].entries()) {
    await app.advance(`${wait * 60 - 2} s`)
    if (place < 2) await acting.reconcile()
    expect(await attemptState()).toBe(place + 1)
    // The jitter adds at most a quarter.
    await app.advance(`${wait * 15 + 3} s`)
    await acting.reconcile()
    expect(await attemptState()).toBe(place + 2)
  }
  expect((await outcomes(logId))[0]).toBe('failed gave_up')
  expect(await acting.notificationKinds()).toContain('action_failed')
  expect((await acting.waiting()).length).toBe(0)
})

test('deletes the runs of a disconnected mailbox', async () => {
  const leaving = await newActingMailbox()
  const { logId } = await leaving.sorted(mail)
  await disconnectMailbox(app.ctx, { userId: leaving.who.userId, mailboxId: leaving.mailbox.mailboxId })
  await app.runDueJobs()
  expect(await leaving.runs(logId)).toEqual([])
  expect(await leaving.drafts()).toEqual([])
})
