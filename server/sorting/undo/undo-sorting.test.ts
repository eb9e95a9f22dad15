import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { MailboxList } from '../../../contract/functions/mail-graph.ts'
import { BulkUndo, UndoEstimate, type UndoneSorting } from '../../../contract/functions/undo-sorting.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { callFunction } from '../../../test/kit/outlook.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { requestMove } from '../moves/request-move.ts'
import { claimBulkUndo, nextUndoItem } from './bulk-undo-queries.ts'
import { inboxFolderIdOf } from '../folders/inbox-folder-id.ts'
import { undoSorting } from './undo-sorting.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
beforeEach(() => history.startOver())

const failingMoves = (times: number, more: object = { status: 503 }) =>
  app.faults({ service: 'graph', method: 'POST', path: '/move$', times, ...more })
const mailboxId = () => history.mailbox.mailboxId
const owner = () => ({ token: history.mailbox.user.accessToken, userId: history.mailbox.user.userId })
const call = (input: object) => callFunction(app, owner(), 'undo-sorting', { mailboxId: mailboxId(), ...input })
const today = (): UndoneSorting => ({
  kind: 'day',
  day: app.clock.now().toISOString().slice(0, 10),
  timeZone: 'UTC',
})
const estimate = async (what = today()) => {
  const { status, body } = await call({ action: 'estimate', what })
  return status === 200 ? UndoEstimate.parse(body['estimate']) : body['error']
}
const say = async (input: object) => {
  const { status, body } = await call(input)
  return status === 200 ? BulkUndo.nullable().parse(body['undo']) : body['error']
}
/** Later than the undo before: the newest one is shown. */
const start = async (what = today()) => {
  await app.advance('1 s')
  return say({ action: 'start', what })
}
const state = () => say({ action: 'status' })
const isUndoing = async () => {
  const { mailboxes } = MailboxList.parse(await history.mailbox.call('mail-graph', { action: 'status' }))
  return mailboxes[0]?.is_undoing
}
const invoices = (count: number, from: number) => Array.from({ length: count }, (_, n) => invoice(from + n))
const sortedInvoices = (count: number, from = 31) => history.deliverAndSortAll(invoices(count, from))
const places = (mails: { messageId: string }[]) =>
  Promise.all(mails.map(({ messageId }) => history.outlookFolderOf(messageId)))
const rules = () =>
  app.ctx.db.asService((tx) =>
    tx.selectFrom('app.corrections').selectAll().where('mailbox_id', '=', mailboxId()).execute(),
  )
/** The claim of a dead worker expires. */
async function afterDeath(): Promise<void> {
  await app.ctx.db.asService(async (tx) => {
    await sql`update app.requested_moves set claimed_until = '-infinity'`.execute(tx)
    await sql`
      update app.bulk_undos set claimed_until = now() - interval '1 second' where claimed_until > now()`.execute(tx)
    await app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {})
  })
  await app.runDueJobs()
}

describe('undo of a day', () => {
  test('leaves emails that the user has moved, and lists them with the reason', async () => {
    const mails: { messageId: string; logId: string }[] = []
    // One after the other: the exceptions are listed in this order.
    for (const mail of invoices(6, 31)) mails.push(await history.deliverAndSort(mail))
    const [undone, again, here, there, gone, back] = mails
    await history.callSortedMail({ action: 'move', logId: here?.logId, folderId: history.folderId('Newsletters') })
    await history.moveInOutlook(there?.messageId ?? '', 'Newsletters')
    await app.control('DELETE', `/control/outlook/${history.mailbox.email}/messages/${gone?.messageId}?forGood=true`)
    await history.callSortedMail({ action: 'move', logId: back?.logId, folderId: null })
    const ruled = (await rules()).length
    expect(await estimate()).toEqual({ mails: 4, leftAlone: 2, minutes: 1, withActions: 0 })
    expect(await start()).toMatchObject({ state: 'running', total: 6, undone: 0, what: today() })
    expect(await isUndoing()).toBe(true)
    await app.runDueJobs()
    expect(await isUndoing()).toBe(false)
    const ended = await state()
    expect(ended).toMatchObject({ state: 'done', total: 6, undone: 2, waiting: false, endedAt: expect.any(String) })
    expect(ended).toMatchObject({
      leftAlone: [
        { reason: 'moved', mails: 2 },
        { reason: 'back', mails: 1 },
        { reason: 'gone', mails: 1 },
      ],
      leftMails: [
        { logId: back?.logId, reason: 'back' },
        { logId: gone?.logId, reason: 'gone' },
        { logId: there?.logId, reason: 'moved', subject: 'Invoice 34 for your electricity' },
        { logId: here?.logId, reason: 'moved' },
      ],
    })
    expect(await places(mails)).toEqual(['Inbox', 'Inbox', 'Newsletters', 'Newsletters', null, 'Inbox'])
    for (const mail of [undone, again])
      expect(await history.row(mail?.logId ?? '')).toMatchObject({
        status: 'left',
        reason: 'user_moved',
        decided_by: 'user',
        corrected_from_folder_id: history.folderId('Invoices'),
        explanation: 'You undid it in a bulk undo; no rule about the sender was created',
      })
    expect(await rules()).toHaveLength(ruled)
    expect(await history.requestedMoves()).toEqual([])
  })

  test('trains the classifier and stores no correction about senders', async () => {
    const [first, ...mails] = await sortedInvoices(4)
    const before = await history.row(first?.logId ?? '')
    await start()
    await app.runDueJobs()
    expect(await places(mails)).toEqual(['Inbox', 'Inbox', 'Inbox'])
    expect(await rules()).toEqual([])
    const next = await history.row((await history.deliverAndSort(invoice(50))).logId)
    expect(next).toMatchObject({ decided_by: 'classifier' })
    expect(next.classification_confidence).toBeLessThan(before.classification_confidence ?? 0)
  })

  test("begins and ends at midnight in the user's time zone, summer time included; refuses invalid dates", async () => {
    const [first, second, third] = await sortedInvoices(3)
    const at = (logId: string | undefined, moment: string) =>
      app.ctx.db.asService((tx) =>
        tx
          .updateTable('email_processing_logs')
          .set({ processed_at: moment })
          .where('id', '=', logId ?? '')
          .execute(),
      )
    await at(first?.logId, '2026-03-28T23:00:00Z')
    await at(second?.logId, '2026-03-29T21:59:59Z')
    await at(third?.logId, '2026-03-29T22:00:00Z')
    const mailsOf = async (day: string) => estimate({ kind: 'day', day, timeZone: 'Europe/Brussels' })
    expect(await mailsOf('2026-03-28')).toMatchObject({ mails: 0 })
    expect(await mailsOf('2026-03-29')).toMatchObject({ mails: 2 })
    expect(await mailsOf('2026-03-30')).toMatchObject({ mails: 1 })
    for (const day of ['0000-01-01', '1999-12-31', '2026-02-30', 'today'])
      expect(await estimate({ kind: 'day', day, timeZone: 'UTC' })).toMatchObject({ code: 'invalid_input' })
  })
})

describe('undo of a folder or a backfill', () => {
  test('undoes what a folder received since its instructions changed', async () => {
    const [before] = await sortedInvoices(1)
    const what = { kind: 'folder', folderId: history.folderId('Invoices') } as const
    expect(await estimate(what)).toMatchObject({ mails: 0 })
    const change = (instructions: string) =>
      history.mailbox.rows(`email_folders?id=eq.${what.folderId}`, {
        method: 'PATCH',
        body: JSON.stringify({ instructions }),
      })
    // A trigger notes the time of the change, by the database's clock.
    await app.ctx.db.asService((tx) =>
      tx
        .updateTable('email_processing_logs')
        .set({ processed_at: sql<Date>`now() - interval '1 day'` })
        .where('id', '=', before?.logId ?? '')
        .execute(),
    )
    await change('Bills and invoices for electricity')
    const after = await sortedInvoices(2, 40)
    // Saved again without a change.
    await change('Bills and invoices for electricity')
    expect(await estimate(what)).toMatchObject({ mails: 2 })
    await start(what)
    await app.runDueJobs()
    expect(await state()).toMatchObject({ state: 'done', what, total: 2, undone: 2 })
    expect(await places([...after, ...(before ? [before] : [])])).toEqual(['Inbox', 'Inbox', 'Invoices'])
  })

  test('undoes a backfill only', async () => {
    const [other] = await sortedInvoices(1)
    const { rows } = await app.ctx.db.asService((tx) =>
      sql<{ id: string }>`insert into app.backfills (user_id, mailbox_id, state, total, started_at, ended_at)
        values (${owner().userId}, ${mailboxId()}, 'done', 2, now(), now()) returning id`.execute(tx),
    )
    const backfillId = rows[0]?.id ?? ''
    const lain = await sortedInvoices(2, 40)
    await app.ctx.db.asService((tx) =>
      tx
        .updateTable('email_processing_logs')
        .set({ backfill_id: backfillId })
        .where(
          'id',
          'in',
          lain.map(({ logId }) => logId),
        )
        .execute(),
    )
    expect(await estimate({ kind: 'backfill', backfillId })).toMatchObject({ mails: 2 })
    await start({ kind: 'backfill', backfillId })
    await app.runDueJobs()
    expect(await state()).toMatchObject({ state: 'done', total: 2, undone: 2 })
    expect(await places([...lain, ...(other ? [other] : [])])).toEqual(['Inbox', 'Inbox', 'Invoices'])
  })
})

describe('concurrency', () => {
  test('starts one undo for two concurrent requests', async () => {
    const mails = await sortedInvoices(3)
    const moves = await history.moves()
    const answers = await Promise.all([start(), start()])
    expect(answers).toContainEqual(expect.objectContaining({ state: 'running' }))
    expect(answers).toContainEqual(expect.objectContaining({ code: 'undo_open' }))
    await Promise.all([
      undoSorting(app.ctx, { mailboxId: mailboxId() }),
      undoSorting(app.ctx, { mailboxId: mailboxId() }),
    ])
    await app.runDueJobs()
    expect(await places(mails)).toEqual(['Inbox', 'Inbox', 'Inbox'])
    expect((await history.moves()) - moves).toBe(3)
  })

  test('keeps corrections that the user makes meanwhile, here and in Outlook', async () => {
    const [here, inbox, other] = await sortedInvoices(3)
    await failingMoves(1)
    const move = { action: 'move', logId: here?.logId, folderId: history.folderId('Newsletters') }
    expect(await history.callSortedMail(move)).toBe('waiting')
    // No notification of the move has arrived when the undo reads the message.
    await app.faults({ service: 'graph-notify', path: '.', drop: true, times: 1 })
    await history.moveInOutlook(inbox?.messageId ?? '', 'Inbox')
    await start()
    await expect
      .poll(async () => {
        await app.advance('2 min')
        await app.runDueJobs()
        return state()
      })
      .toMatchObject({ state: 'done', undone: 1 })
    expect(await places([here, inbox, other].flatMap((mail) => mail ?? []))).toEqual(['Newsletters', 'Inbox', 'Inbox'])
    await expect
      .poll(async () => {
        await app.runDueJobs()
        return history.corrections(inbox?.messageId ?? '')
      })
      .toMatchObject([{ folder_id: null, learned_by: 'outlook' }])
    expect(await history.corrections(here?.messageId ?? '')).toMatchObject([{ learned_by: 'history' }])
    expect(await history.corrections(other?.messageId ?? '')).toEqual([])
  })

  test('leaves the remaining emails in their folder when canceled', async () => {
    const mails = await sortedInvoices(3)
    await start()
    expect(await say({ action: 'cancel' })).toMatchObject({
      state: 'canceled',
      undone: 0,
      leftAlone: [{ reason: 'canceled', mails: 3 }],
      leftMails: [],
    })
    await app.runDueJobs()
    expect(await places(mails)).toEqual(['Invoices', 'Invoices', 'Invoices'])
    expect(await say({ action: 'cancel' })).toMatchObject({ code: 'undo_not_open' })
    await start()
    await app.runDueJobs()
    expect(await places(mails)).toEqual(['Inbox', 'Inbox', 'Inbox'])
    expect(await start()).toMatchObject({ code: 'nothing_to_undo' })
    expect(await state()).toMatchObject({ state: 'done', undone: 3 })
  })
})

describe('failures', () => {
  test.for([
    [{ status: 429, retryAfter: 30 }, true],
    [{ status: 504, when: 'after' }, false],
  ] as const)('continues and moves each email once where Outlook answers a move with %j', async ([fault, waits]) => {
    const mails = await sortedInvoices(3)
    await failingMoves(1, fault)
    await start()
    await app.runDueJobs()
    if (waits) expect(await state()).toMatchObject({ state: 'running', waiting: true, undone: 0 })
    for (let n = 0; n < 2; n++) {
      await app.advance('2 min')
      await app.runDueJobs()
    }
    expect(await state()).toMatchObject({ state: 'done', waiting: false, undone: 3, leftAlone: [] })
    expect(await places(mails)).toEqual(['Inbox', 'Inbox', 'Inbox'])
    expect(await rules()).toEqual([])
    expect(await history.requestedMoves()).toEqual([])
  })

  test('waits while our registration is refused', async () => {
    const mails = await sortedInvoices(2)
    const expires_at = app.clock.now()
    await app.ctx.db.asService((tx) => tx.updateTable('app.mailbox_tokens').set({ expires_at }).execute())
    await app.faults({ service: 'entra', path: '/token$', status: 401, body: { error: 'invalid_client' } })
    await start()
    await app.runDueJobs()
    expect(await state()).toMatchObject({ state: 'running', waiting: true, undone: 0, leftAlone: [] })
    await app.faults()
    await app.advance('2 min')
    await app.runDueJobs()
    expect(await state()).toMatchObject({ state: 'done', undone: 2, leftAlone: [] })
    expect(await places(mails)).toEqual(['Inbox', 'Inbox'])
  })

  test('leaves alone what Outlook refuses to move', async () => {
    await sortedInvoices(2)
    await failingMoves(1, { status: 403 })
    await start()
    await app.runDueJobs()
    expect(await state()).toMatchObject({ state: 'done', undone: 1, leftAlone: [{ reason: 'refused', mails: 1 }] })
  })

  test('takes over from a worker that died after a move, without a second move or a correction', async () => {
    const mails = await sortedInvoices(3)
    await start()
    const undo = await app.ctx.db.asService((tx) => claimBulkUndo(tx, mailboxId(), app.ctx.presence.node))
    if (!undo) throw new Error('Nothing to claim')
    const item = (await app.ctx.db.asService((tx) => nextUndoItem(tx, undo, 0)))?.item
    const requested = await requestMove(app.ctx, { ...undo, logId: item?.logId ?? '', folderId: null })
    const inbox = await inboxFolderIdOf(app.ctx, mailboxId())
    const move = { from: requested.possibleFolderIds[0] ?? '', to: inbox }
    await withMailbox(app.ctx, mailboxId(), (mailbox) => mailbox.move(requested.messageId, move))
    await app.runDueJobs()
    expect(await state()).toMatchObject({ state: 'running', undone: 0 })
    const moves = await history.moves()
    await afterDeath()
    expect(await state()).toMatchObject({ state: 'done', undone: 3 })
    expect((await history.moves()) - moves).toBe(2)
    expect(await places(mails)).toEqual(['Inbox', 'Inbox', 'Inbox'])
    expect(await rules()).toEqual([])
  })

  // By the job of single moves: `sorted-mail.test.ts`.
  test('leaves what the user moves back after a lost response', async () => {
    const mails = await sortedInvoices(1)
    const lostResponse = { service: 'graph', method: 'POST', path: '/move$', when: 'after', status: 504, times: 1 }
    await app.faults(lostResponse, { service: 'graph', method: 'GET', path: '/messages/', skip: 1, status: 503 })
    await start()
    await app.runDueJobs()
    expect(await places(mails)).toEqual(['Inbox'])
    await history.moveInOutlook(mails[0]?.messageId ?? '', 'Invoices')
    await app.faults()
    await app.advance('2 min')
    await undoSorting(app.ctx, { mailboxId: mailboxId() })
    await app.runDueJobs()
    expect(await places(mails)).toEqual(['Invoices'])
    expect(await state()).toMatchObject({ state: 'done', undone: 0 })
  })

  test('records the outcome where the job of single moves takes over', async () => {
    const [mail] = await sortedInvoices(1)
    await start()
    const undo = await app.ctx.db.asService((tx) => claimBulkUndo(tx, mailboxId(), app.ctx.presence.node))
    if (!undo || !mail) throw new Error('Nothing to claim')
    await requestMove(app.ctx, { ...undo, logId: mail.logId, folderId: null })
    await app.ctx.db.asService(async (tx) => {
      await sql`update app.requested_moves set claimed_until = '-infinity'`.execute(tx)
    })
    await app.advance('3 min')
    await app.runDueJobs()
    expect(await state()).toMatchObject({ undone: 1 })
    expect(await rules()).toEqual([])
  })

  test('waits while the mailbox needs a new sign-in, and ends after a day', async () => {
    const mails = await sortedInvoices(2)
    await start()
    const status = (value: 'active' | 'reauth_required') =>
      app.ctx.db.asService((tx) =>
        tx.updateTable('mailboxes').set({ status: value }).where('id', '=', mailboxId()).execute(),
      )
    await status('reauth_required')
    await app.runDueJobs()
    expect(await state()).toMatchObject({ state: 'running', waiting: true })
    expect(await start()).toMatchObject({ code: 'mailbox_reauth_required' })
    await app.ctx.db.asService(async (tx) => {
      await sql`update app.bulk_undos set started_at = started_at - interval '25 hours'`.execute(tx)
    })
    await afterDeath()
    expect(await state()).toMatchObject({
      state: 'done',
      undone: 0,
      leftAlone: [{ reason: 'not_answered', mails: 2 }],
    })
    await status('active')
    expect(await places(mails)).toEqual(['Invoices', 'Invoices'])
  })
})
