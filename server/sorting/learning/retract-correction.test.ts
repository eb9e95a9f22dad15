import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minConfidenceThreshold } from '../../../contract/limits.ts'
import { expectLastCorrection, type CorrectionOfMail } from '../../../test/kit/last-correction.ts'
import { runSql } from '../../../test/kit/run-sql.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { requestRetraction } from '../moves/request-move.ts'
import { inboxFolderIdOf } from '../folders/inbox-folder-id.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })

test('applies the last of several corrections in the history and moves in Outlook', async () => {
  const apply = (known: boolean, ...corrections: CorrectionOfMail[]) =>
    expectLastCorrection(app, history, { corrections, known })
  await apply(
    true,
    { how: 'history', to: 'Newsletters' },
    { how: 'lost', to: 'Inbox' },
    { how: 'history', to: 'Invoices' },
  )
  await apply(false, { how: 'by hand', to: 'Invoices' }, { how: 'history', to: 'Newsletters' })
  await apply(
    false,
    { how: 'lost', to: 'Newsletters' },
    { how: 'by hand', to: 'Inbox' },
    { how: 'lost', to: 'Invoices' },
  )
})

describe('retraction', () => {
  let letters = 0
  beforeAll(() => history.startOver())
  beforeEach(() => app.faults())

  const setThreshold = (threshold: number) =>
    runSql(
      app.database.owner,
      `update public.mailboxes set confidence_threshold = ${threshold} where id = '${history.mailbox.mailboxId}'`,
    )
  const busy = (times: number) => app.faults({ service: 'graph', method: 'POST', path: '/move$', times, status: 503 })
  const retract = (logId: string, folderId: string | null) =>
    history.callSortedMail({ action: 'take-back', logId, folderId })
  const moveTo = (logId: string, folderId: string | null) => history.callSortedMail({ action: 'move', logId, folderId })
  /** An email without known features stays in the inbox. */
  async function letter() {
    const mail = await history.deliverAndSort({ from: `p${++letters}@pen.example`, subject: `Qwfp${letters}` })
    return { ...mail, before: await history.row(mail.logId) }
  }

  test('is idempotent and does nothing without a correction', async () => {
    const { logId, messageId, before } = await letter()
    const [newsletters, moves] = [history.folderId('Newsletters'), await history.moves()]
    expect(await retract(logId, newsletters)).toBe('done')
    expect(await moveTo(logId, newsletters)).toBe('done')
    const outcomes = await Promise.all([1, 2, 3].map(() => retract(logId, newsletters)))
    expect(outcomes).toContain('done')
    for (const outcome of outcomes) expect(['done', 'mail_in_progress']).toContain(outcome)
    expect(await retract(logId, newsletters)).toBe('done')
    expect((await history.moves()) - moves).toBe(2)
    expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
    expect(await history.row(logId)).toEqual(before)
  })

  test('refuses where a later correction or move exists', async () => {
    const [invoices, newsletters] = [history.folderId('Invoices'), history.folderId('Newsletters')]
    const { logId, messageId } = await letter()
    expect(await moveTo(logId, invoices)).toBe('done')
    await history.moveInOutlook(messageId, 'Newsletters')
    expect(await retract(logId, invoices)).toBe('mail_moved_meanwhile')
    await app.ctx.db.asService((tx) =>
      app.ctx.jobs.enqueue(tx, 'detect-manual-moves', { mailboxId: history.mailbox.mailboxId }),
    )
    await app.runDueJobs()
    expect(await history.row(logId)).toMatchObject({ target_folder_id: newsletters })
    for (const folderId of [invoices, newsletters]) expect(await retract(logId, folderId)).toBe('mail_moved_meanwhile')
    expect(await history.outlookFolderOf(messageId)).toBe('Newsletters')

    const kept = await letter()
    expect(await moveTo(kept.logId, null)).toBe('done')
    expect(await moveTo(kept.logId, newsletters)).toBe('done')
    expect(await retract(kept.logId, null)).toBe('mail_moved_meanwhile')
    expect(await retract(kept.logId, newsletters)).toBe('done')
    await app.control('DELETE', `/control/outlook/${history.mailbox.email}/messages/${kept.messageId}?forGood=true`)
    expect(await retract(kept.logId, null)).toBe('mail_gone')
    expect(await history.corrections(kept.messageId)).toMatchObject([{ folder_id: null }])
    expect(await history.requestedMoves()).toEqual([])
  })

  test('retracts a correction whose move is pending, also where the move back is pending', async () => {
    const { logId, messageId, before } = await letter()
    const [invoices, newsletters] = [history.folderId('Invoices'), history.folderId('Newsletters')]
    const isAsBefore = async () => {
      expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
      expect(await history.row(logId)).toEqual(before)
      expect(await history.corrections(messageId)).toEqual([])
      expect(await history.requestedMoves()).toEqual([])
    }
    await busy(1)
    expect(await moveTo(logId, invoices)).toBe('waiting')
    expect(await retract(logId, newsletters)).toBe('mail_in_progress')
    expect(await retract(logId, invoices)).toBe('done')
    await isAsBefore()

    expect(await moveTo(logId, invoices)).toBe('done')
    const outcome = await history.row(logId)
    await busy(2)
    expect(await retract(logId, invoices)).toBe('waiting')
    expect(await retract(logId, invoices)).toBe('waiting')
    expect(await history.row(logId)).toEqual(outcome)
    // Another correction before Outlook is back.
    expect(await moveTo(logId, newsletters)).toBe('done')
    expect(await retract(logId, newsletters)).toBe('done')
    await isAsBefore()

    expect(await moveTo(logId, invoices)).toBe('done')
    await busy(1)
    expect(await retract(logId, invoices)).toBe('waiting')
    await app.advance('2 min')
    await app.runDueJobs()
    await isAsBefore()
  })

  test('keeps only the latest states of an email that is corrected many times', async () => {
    const folders = [history.folderId('Invoices'), history.folderId('Newsletters')]
    const { logId } = await history.deliverAndSort({ from: `p@${'long.'.repeat(30)}example`, subject: 'Qwfp' })
    for (let n = 0; n < 12; n++) expect(await moveTo(logId, folders[n % 2] ?? null)).toBe('done')
    const { rows } = await app.ctx.db.asService((tx) =>
      sql<{
        size: number
      }>`select octet_length(before_correction::text) as size from email_processing_logs where id = ${logId}`.execute(
        tx,
      ),
    )
    expect(rows[0]?.size).toBeLessThan(10_000)
    expect(await retract(logId, folders[1] ?? null)).toBe('done')
    expect(await history.row(logId)).toMatchObject({ target_folder_id: folders[0] })
  })

  test('restores the state after a bulk undo, which is no correction of this email', async () => {
    // The corrections of the tests before lower the confidence.
    await setThreshold(minConfidenceThreshold)
    const { logId, messageId } = await history.deliverAndSort(invoice(13))
    await setThreshold(0.6)
    const { processed_at } = await history.row(logId)
    const what = { kind: 'day', day: new Date(processed_at).toISOString().slice(0, 10), timeZone: 'UTC' }
    await history.mailbox.call('undo-sorting', { action: 'start', mailboxId: history.mailbox.mailboxId, what })
    await app.runDueJobs()
    const examples = () =>
      app.ctx.db.asService((tx) =>
        tx
          .selectFrom('app.training_examples')
          .select(['folder_id', 'is_correction'])
          .where('message_id', '=', messageId)
          .execute(),
      )
    const undone = await history.row(logId)
    const hint = { folder_id: null, is_correction: false }
    expect(await examples()).toEqual([hint])
    expect(await moveTo(logId, null)).toBe('done')
    expect(await examples()).toEqual([{ ...hint, is_correction: true }])
    expect(await retract(logId, null)).toBe('done')
    expect(await examples()).toEqual([hint])
    expect(await history.row(logId)).toEqual(undone)
    expect(await history.corrections(messageId)).toEqual([])
  })

  test('completes the retraction of a worker that died after the move', async () => {
    const { logId, messageId, before } = await letter()
    const folderId = history.folderId('Invoices')
    expect(await moveTo(logId, folderId)).toBe('done')
    const { mailboxId, user } = history.mailbox
    const asked = await requestRetraction(app.ctx, { userId: user.userId, logId, folderId })
    const way = { from: asked?.possibleFolderIds[0] ?? '', to: await inboxFolderIdOf(app.ctx, mailboxId) }
    await withMailbox(app.ctx, mailboxId, (mailbox) => mailbox.move(messageId, way))
    await app.runDueJobs()
    expect(await history.row(logId)).toMatchObject({ target_folder_id: folderId })
    const moves = await history.moves()
    await app.ctx.db.asService((tx) => sql`update app.requested_moves set claimed_until = '-infinity'`.execute(tx))
    await app.advance('3 min')
    await app.runDueJobs()
    expect(await history.moves()).toBe(moves)
    expect(await history.row(logId)).toEqual(before)
    expect(await history.corrections(messageId)).toEqual([])
  })
})

// Last: the folder stays deleted.
test('returns nothing to a folder that was deleted in Outlook', async () => {
  await history.startOver()
  const { logId, messageId } = await history.deliverAndSort(invoice(13))
  const folderId = history.folderId('Newsletters')
  expect(await history.callSortedMail({ action: 'move', logId, folderId })).toBe('done')
  await app.control('DELETE', `/control/outlook/${history.mailbox.email}/folders/Invoices`)
  expect(await history.callSortedMail({ action: 'take-back', logId, folderId })).toBe('folder_gone')
  expect(await history.outlookFolderOf(messageId)).toBe('Newsletters')
  expect(await history.row(logId)).toMatchObject({ target_folder_id: folderId })
})
