import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { connectedMailbox } from '../../test/kit/mailbox.ts'
import { invoice } from '../../test/kit/trained-mailbox.ts'
import { startHistory } from '../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { days, addMs, minutes } from '../clock.ts'
import { withMailbox } from '../mail/providers/with-mailbox.ts'
import { decode } from '../../packages/classifier/classifier.ts'
import { requestMove } from './moves/request-move.ts'
import { performRequestedMove } from './moves/perform-requested-move.ts'
import { inboxFolderIdOf } from './folders/inbox-folder-id.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
beforeEach(() => history.startOver())

const undo = (logId: string) => ({ action: 'move', logId, folderId: null })
const moveTo = (logId: string, folderId: string | null) => ({ action: 'move', logId, folderId })

describe('Undo', () => {
  test('moves the email back, and similar mail stays in the inbox', async () => {
    const { logId, messageId } = await history.deliverAndSort(invoice(13))
    expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
    expect(await history.callSortedMail(undo(logId))).toBe('done')
    expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
    expect(await history.row(logId)).toMatchObject({
      status: 'left',
      reason: 'user_moved',
      decided_by: 'user',
      target_folder_id: null,
      corrected_at: expect.any(String),
      corrected_from_folder_id: history.folderId('Invoices'),
      explanation: 'You moved it back to the inbox; similar emails will stay there',
    })
    const next = await history.deliverAndSort(invoice(14))
    expect(await history.row(next.logId)).toMatchObject({ status: 'left', decided_by: 'correction' })
    expect(await history.row(logId)).toMatchObject({ decided_by: 'user' })
    expect(await history.corrections(messageId)).toMatchObject([{ kind: 'sender', folder_id: null }])
    expect(await history.requestedMoves()).toEqual([])
  })

  test('records a correction for an email that stayed in the inbox', async () => {
    const { logId, messageId } = await history.deliverAndSort({ from: 'anna@family.example', subject: 'Sunday?' })
    const moves = await history.moves()
    expect(await history.callSortedMail(undo(logId))).toBe('done')
    expect(await history.row(logId)).toMatchObject({
      status: 'left',
      reason: 'user_moved',
      corrected_from_folder_id: null,
    })
    expect(await history.corrections(messageId)).toMatchObject([{ folder_id: null, value: 'anna@family.example' }])
    expect(await history.moves()).toBe(moves)
  })
})

describe('Move to…', () => {
  test('moves a sorted and a left email; similar mail follows; the original decision stays visible', async () => {
    const { logId, messageId } = await history.deliverAndSort(invoice(13))
    const [invoices, newsletters] = [history.folderId('Invoices'), history.folderId('Newsletters')]
    expect(await history.callSortedMail(moveTo(logId, newsletters))).toBe('done')
    expect(await history.outlookFolderOf(messageId)).toBe('Newsletters')
    const moved = { status: 'processed', reason: 'sorted', decided_by: 'user', corrected_from_folder_id: invoices }
    expect(await history.row(logId)).toMatchObject({ ...moved, target_folder_id: newsletters })
    const next = await history.deliverAndSort(invoice(14))
    expect(await history.outlookFolderOf(next.messageId)).toBe('Newsletters')
    expect(await history.callSortedMail(moveTo(logId, invoices))).toBe('done')
    expect(await history.row(logId)).toMatchObject({ ...moved, target_folder_id: invoices })

    const left = await history.deliverAndSort({ from: 'anna@family.example', subject: 'Sunday?' })
    expect(await history.callSortedMail(moveTo(left.logId, newsletters))).toBe('done')
    expect(await history.outlookFolderOf(left.messageId)).toBe('Newsletters')
    expect(await history.row(left.logId)).toMatchObject({
      ...moved,
      target_folder_id: newsletters,
      corrected_from_folder_id: null,
    })
    expect(await history.callSortedMail(moveTo(left.logId, null))).toBe('done')
    expect(await history.outlookFolderOf(left.messageId)).toBe('Inbox')
  })

  test('trains once: the learning job does not repeat the correction', async () => {
    const { logId, messageId } = await history.deliverAndSort(invoice(13))
    await history.callSortedMail(moveTo(logId, history.folderId('Newsletters')))
    const learned = await app.ctx.db.asService((tx) =>
      tx.selectFrom('app.training_examples').selectAll().where('message_id', '=', messageId).execute(),
    )
    expect(learned).toMatchObject([{ folder_id: history.folderId('Newsletters') }])
  })

  test('stores one training example for a repeated correction, and a new one after a deletion', async () => {
    const { logId, messageId } = await history.deliverAndSort(invoice(13))
    const examples = () =>
      app.ctx.db.asService((tx) =>
        tx
          .selectFrom('app.training_examples')
          .select(['folder_id', 'is_correction', 'is_retracted'])
          .where('message_id', '=', messageId)
          .orderBy('seq')
          .execute(),
      )
    const inInbox = { folder_id: null, is_correction: true, is_retracted: false }
    await history.callSortedMail(undo(logId))
    await history.callSortedMail(undo(logId))
    expect(await examples()).toEqual([inInbox])
    const [rule, ...others] = await history.corrections(messageId)
    expect(others).toEqual([])
    const { mailboxId } = history.mailbox
    await history.mailbox.call('learned-mail', { action: 'forget', mailboxId, learnedId: rule?.id })
    await app.runDueJobs()
    expect(await history.corrections(messageId)).toEqual([])
    await history.callSortedMail(undo(logId))
    expect(await examples()).toEqual([{ ...inInbox, is_retracted: true }, inInbox])
    expect(await history.corrections(messageId)).toMatchObject([{ folder_id: null }])
  })

  test('trains on each of several concurrent corrections', async () => {
    const mails = await history.deliverAndSortAll([13, 14, 15, 16].map(invoice))
    const learned = async (): Promise<number> => {
      const { state } = await app.ctx.db.asService((tx) =>
        tx
          .selectFrom('app.mailbox_models')
          .select('state')
          .where('mailbox_id', '=', history.mailbox.mailboxId)
          .executeTakeFirstOrThrow(),
      )
      return decode(state)?.mails ?? 0
    }
    const before = await learned()
    await Promise.all(mails.map(({ logId }) => history.callSortedMail(undo(logId))))
    expect(await learned()).toBe(before + 4)
  })

  test('accepts a folder that is switched off, not one missing in Outlook or of another user', async () => {
    const { logId, messageId } = await history.deliverAndSort(invoice(13))
    const newsletters = history.folderId('Newsletters')
    const change = (what: { active: boolean } | { provider_folder_id: null; is_custom: true }) =>
      app.ctx.db.asService((tx) => tx.updateTable('email_folders').set(what).where('id', '=', newsletters).execute())
    await change({ active: false })
    expect(await history.callSortedMail(moveTo(logId, newsletters))).toBe('done')
    expect(await history.callSortedMail(undo(logId))).toBe('done')
    await change({ provider_folder_id: null, is_custom: true })
    expect(await history.callSortedMail(moveTo(logId, newsletters))).toBe('folder_not_in_outlook')
    const other = await connectedMailbox(app, [{ displayName: 'Invoices' }])
    const [theirs] = await other.rows<{ id: string }[]>('email_folders?select=id&folder_name=eq.Invoices')
    expect(await history.callSortedMail(moveTo(logId, theirs?.id ?? ''))).toBe('folder_not_found')
    expect(await history.callSortedMail(moveTo(logId, randomUUID()))).toBe('folder_not_found')
    expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
  })
})

describe('concurrent changes', () => {
  test('leaves what the user moved or deleted in Outlook', async () => {
    const { logId, messageId } = await history.deliverAndSort(invoice(13))
    await history.moveInOutlook(messageId, 'Newsletters')
    expect(await history.callSortedMail(undo(logId))).toBe('mail_moved_meanwhile')
    expect(await history.outlookFolderOf(messageId)).toBe('Newsletters')
    await app.control('DELETE', `/control/outlook/${history.mailbox.email}/messages/${messageId}?forGood=true`)
    expect(await history.callSortedMail(undo(logId))).toBe('mail_gone')
    expect(await history.row(logId)).toMatchObject({ status: 'processed', corrected_at: null })
    expect(await history.requestedMoves()).toEqual([])
  })

  test('refuses an email that is being sorted', async () => {
    const { logId } = await history.deliverAndSort(invoice(13))
    await app.ctx.db.asService((tx) =>
      tx.updateTable('email_processing_logs').set({ status: 'processing' }).where('id', '=', logId).execute(),
    )
    expect(await history.callSortedMail(undo(logId))).toBe('mail_in_progress')
  })

  test('performs concurrent requests one at a time, and the row matches the folder', async () => {
    const { logId, messageId } = await history.deliverAndSort(invoice(13))
    const before = await history.moves()
    const requests = [undo(logId), moveTo(logId, history.folderId('Newsletters')), undo(logId), undo(logId)]
    const outcomes = await Promise.all(requests.map((request) => history.callSortedMail(request)))
    expect(outcomes).toContain('done')
    for (const outcome of outcomes) expect(['done', 'mail_in_progress']).toContain(outcome)
    expect((await history.moves()) - before).toBeLessThanOrEqual(
      outcomes.filter((outcome) => outcome === 'done').length,
    )
    const { target_folder_id } = await history.row(logId)
    expect(await history.outlookFolderOf(messageId)).toBe(target_folder_id === null ? 'Inbox' : 'Newsletters')
    expect(await history.corrections(messageId)).toMatchObject([{ folder_id: target_folder_id }])
  })

  test('reads the folder of a concurrent request after waiting for its lock', async () => {
    const { logId, messageId } = await history.deliverAndSort(invoice(13))
    const newsletters = history.folderId('Newsletters')
    await history.moveInOutlook(messageId, 'Newsletters')
    const { userId } = history.mailbox.user
    const { asking } = await app.ctx.db.asService(async (tx) => {
      await tx
        .updateTable('email_processing_logs')
        .set({ target_folder_id: newsletters })
        .where('id', '=', logId)
        .execute()
      const asking = requestMove(app.ctx, { userId, logId, folderId: null })
      const waiting = sql`select from pg_locks where transactionid = pg_current_xact_id()::xid and not granted`
      await expect.poll(async () => (await waiting.execute(tx)).rows.length).toBe(1)
      return { asking }
    })
    expect(await performRequestedMove(app.ctx, await asking)).toBe('done')
    expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
  })
})

describe('failures', () => {
  /** The claim of a dead worker expires. */
  async function afterDeath(): Promise<void> {
    await app.ctx.db.asService(async (tx) => {
      await sql`update app.requested_moves set claimed_until = '-infinity'`.execute(tx)
    })
    await app.advance('3 min')
    await app.runDueJobs()
  }
  const asOwner = (logId: string, folderId: string | null) =>
    requestMove(app.ctx, { userId: history.mailbox.user.userId, logId, folderId })

  test('completes the request of a worker that died after the move, without a second move or count', async () => {
    const { logId, messageId } = await history.deliverAndSort(invoice(13))
    const { mailboxId, possibleFolderIds } = await asOwner(logId, null)
    const inbox = await inboxFolderIdOf(app.ctx, mailboxId)
    const way = { from: possibleFolderIds[0] ?? '', to: inbox }
    await withMailbox(app.ctx, mailboxId, (mailbox) => mailbox.move(messageId, way))
    const moves = await history.moves()
    // The change notification of the move arrives before the move is recorded.
    await expect.poll(async () => history.mailbox.rows('email_processing_logs?select=id')).toHaveLength(1)
    await app.runDueJobs()
    expect(await history.row(logId)).toMatchObject({ status: 'processed', corrected_at: null })
    expect(await history.corrections(messageId)).toEqual([])
    expect(await history.callSortedMail(undo(logId))).toBe('mail_in_progress')
    await afterDeath()
    expect(await history.row(logId)).toMatchObject({ status: 'left', decided_by: 'user' })
    expect(await history.corrections(messageId)).toHaveLength(1)
    expect(await history.moves()).toBe(moves)
    expect(await history.requestedMoves()).toEqual([])
  })

  test('completes the request of a worker that died before the move', async () => {
    const { logId, messageId } = await history.deliverAndSort(invoice(13))
    await asOwner(logId, history.folderId('Newsletters'))
    await afterDeath()
    expect(await history.outlookFolderOf(messageId)).toBe('Newsletters')
    expect(await history.row(logId)).toMatchObject({ target_folder_id: history.folderId('Newsletters') })
  })

  test.for([
    [{ status: 503 }, 'waiting'],
    [{ status: 504, when: 'after' }, 'done'],
  ] as const)('Outlook answers the move with %j: responds %s and moves once', async ([fault, expected]) => {
    const { logId, messageId } = await history.deliverAndSort(invoice(13))
    await app.faults({ service: 'graph', method: 'POST', path: '/move$', times: 1, ...fault })
    expect(await history.callSortedMail(undo(logId))).toBe(expected)
    if (expected === 'waiting') expect(await history.row(logId)).toMatchObject({ corrected_at: null })
    await app.runDueJobs()
    await app.advance('2 min')
    await app.runDueJobs()
    expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
    expect(await history.row(logId)).toMatchObject({ status: 'left', decided_by: 'user' })
    expect(await history.corrections(messageId)).toHaveLength(1)
    expect(await history.requestedMoves()).toEqual([])
  })

  test('leaves a message that the user moves back after a move whose response was lost', async () => {
    const { logId, messageId } = await history.deliverAndSort(invoice(13))
    const lostResponse = { service: 'graph', method: 'POST', path: '/move$', when: 'after', status: 504, times: 1 }
    // Graph is down from the move on, so that nobody sees the message in its new folder.
    await app.faults(lostResponse, { service: 'graph', method: 'GET', path: '/messages/', skip: 1, status: 503 })
    expect(await history.callSortedMail(moveTo(logId, history.folderId('Newsletters')))).toBe('waiting')
    expect(await history.outlookFolderOf(messageId)).toBe('Newsletters')
    await history.moveInOutlook(messageId, 'Invoices')
    await app.faults()
    await app.advance('2 min')
    await app.runDueJobs()
    expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
    expect(await history.row(logId)).toMatchObject({ target_folder_id: history.folderId('Invoices') })
    expect(await history.requestedMoves()).toEqual([])
  })

  test('applies the last correction made here or in Outlook while a move waits', async () => {
    const { logId, messageId } = await history.deliverAndSort(invoice(13))
    await app.faults({ service: 'graph', method: 'POST', path: '/move$', times: 1, status: 503 })
    expect(await history.callSortedMail(moveTo(logId, history.folderId('Newsletters')))).toBe('waiting')
    await history.moveInOutlook(messageId, 'Inbox')
    await app.advance('2 min')
    await expect
      .poll(async () => {
        await app.runDueJobs()
        return history.row(logId)
      })
      .toMatchObject({ status: 'left', reason: 'user_moved', decided_by: 'user' })
    expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
    expect(await history.corrections(messageId)).toMatchObject([{ folder_id: null }])

    const second = await history.deliverAndSort({ from: 'anna@family.example', subject: 'Sunday?' })
    await app.faults({ service: 'graph', method: 'POST', path: '/move$', times: 1, status: 503 })
    expect(await history.callSortedMail(moveTo(second.logId, history.folderId('Newsletters')))).toBe('waiting')
    expect(await history.callSortedMail(undo(second.logId))).toBe('done')
    expect(await history.outlookFolderOf(second.messageId)).toBe('Inbox')
  })

  test('drops a request that has waited for a day', async () => {
    const { logId, messageId } = await history.deliverAndSort(invoice(13))
    await app.faults({ service: 'graph', method: 'POST', path: '/move$', times: 1, status: 503 })
    expect(await history.callSortedMail(undo(logId))).toBe('waiting')
    await app.ctx.db.asService((tx) =>
      tx
        .updateTable('app.requested_moves')
        .set({ requested_at: addMs(app.clock.now(), -days(1) - minutes(1)) })
        .execute(),
    )
    await app.advance('2 min')
    await app.runDueJobs()
    expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
    expect(await history.requestedMoves()).toEqual([])
  })
})

// Last: the folders stay deleted, and the mailbox signed out.
describe('what is missing', () => {
  const folder = (name: string) => `/control/outlook/${history.mailbox.email}/folders/${name}`

  // Deleted to Deleted Items: below, and `retract-correction.test.ts`.
  test('reports a folder that was permanently deleted in Outlook', async () => {
    const { logId, messageId } = await history.deliverAndSort(invoice(13))
    await app.control('DELETE', `${folder('Newsletters')}?forGood=true`)
    expect(await history.callSortedMail(moveTo(logId, history.folderId('Newsletters')))).toBe('folder_gone')
    expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
    expect(await history.row(logId)).toMatchObject({ status: 'processed', corrected_at: null })
    const { user } = history.mailbox
    const kinds = app.ctx.db.asService((tx) =>
      tx.selectFrom('notifications').select('kind').where('user_id', '=', user.userId).execute(),
    )
    expect(await kinds).toEqual([{ kind: 'folder_deleted' }])
    await app.runDueJobs()
    expect(await history.callSortedMail(moveTo(logId, history.folderId('Newsletters')))).toBe('folder_not_in_outlook')
    expect(await history.requestedMoves()).toEqual([])
  })

  test('drops a request whose folder is deleted in Outlook while it waits', async () => {
    const { logId, messageId } = await history.deliverAndSort({ from: 'anna@family.example', subject: 'Sunday?' })
    await app.faults({ service: 'graph', method: 'POST', path: '/move$', times: 1, status: 503 })
    expect(await history.callSortedMail(moveTo(logId, history.folderId('Invoices')))).toBe('waiting')
    await app.control('DELETE', folder('Invoices'))
    await app.advance('2 min')
    await app.runDueJobs()
    expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
    expect(await history.row(logId)).toMatchObject({ status: 'left', corrected_at: null })
    expect(await history.requestedMoves()).toEqual([])
  })

  test('refuses a mailbox that needs a new sign-in, without a pending move', async () => {
    const { logId } = await history.deliverAndSort({ from: 'anna@family.example', subject: 'Sunday?' })
    await app.control('PUT', `/control/outlook/${history.mailbox.email}/grant`, { ended: 'consent' })
    await app.control('PUT', `/control/outlook/${history.mailbox.email}/token`, { expireAccess: true })
    expect(await history.callSortedMail(undo(logId))).toBe('mailbox_reauth_required')
    expect(await history.requestedMoves()).toEqual([])
  })
})
