import type { z } from 'zod'
import { UndoSortingInput, UndoSortingOutput, type UndoneSorting } from '../../../contract/functions/undo-sorting.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { fail } from '../../errors.ts'
import { functionRoute, perUser } from '../../http/routing/route.ts'
import { type MailboxRow, findOwnMailbox } from '../../mail/mailboxes/mailbox-queries.ts'
import { countUndoable, finishBulkUndo, backfillExists, insertBulkUndo } from './bulk-undo-queries.ts'
import { folderById } from '../folders/folder-queries.ts'
import { bulkUndoStatus } from './bulk-undo-status-queries.ts'

/** Measured against Outlook: one message at a time, two requests each. */
const bulkUndoMessagesPerMinute = 100

/**
 * Bulk undo: moves the mail of a day, of a backfill, or of a folder since its instructions changed back to the
 * inbox.
 */
export const undoSortingRoute = functionRoute('undo-sorting', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: UndoSortingInput,
  output: UndoSortingOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof UndoSortingOutput>> {
    return ctx.db.asService(async (tx) => {
      const mailbox = (await findOwnMailbox(tx, { userId, mailboxId: input.mailboxId })) ?? fail('mailbox_not_found')
      if (input.action === 'estimate') return { estimate: await estimate(tx, mailbox, input.what) }
      if (input.action === 'start') await start(ctx, tx, mailbox, input.what)
      if (input.action === 'cancel') await cancel(ctx, tx, mailbox)
      return { undo: await bulkUndoStatus(tx, mailbox.id) }
    })
  },
})

const ownerOf = ({ id: mailboxId, user_id: userId }: MailboxRow) => ({ userId, mailboxId })

async function estimate(tx: Tx, mailbox: MailboxRow, what: UndoneSorting) {
  await checkScopeExists(tx, mailbox, what)
  const counted = await countUndoable(tx, ownerOf(mailbox), what)
  return { ...counted, minutes: Math.ceil(counted.mails / bulkUndoMessagesPerMinute) }
}

async function start(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  mailbox: MailboxRow,
  what: UndoneSorting,
): Promise<void> {
  await checkScopeExists(tx, mailbox, what)
  if (mailbox.status === 'reauth_required') fail('mailbox_reauth_required')
  const open = (await insertBulkUndo(tx, ownerOf(mailbox), what, ctx.clock.now())) ?? fail('undo_open')
  if (open === 0) fail('nothing_to_undo')
  await ctx.jobs.enqueue(tx, 'undo-sorting', { mailboxId: mailbox.id })
  await publishLiveEvent(tx, mailbox.user_id, { type: 'bulk-undo', mailboxId: mailbox.id })
}

async function cancel(ctx: Pick<Context, 'clock'>, tx: Tx, mailbox: MailboxRow): Promise<void> {
  const ended = await finishBulkUndo(
    tx,
    { mailboxId: mailbox.id },
    { state: 'canceled', rest: 'canceled', now: ctx.clock.now() },
  )
  if (!ended) fail('undo_not_open')
  await publishLiveEvent(tx, mailbox.user_id, { type: 'bulk-undo', mailboxId: mailbox.id })
}

async function checkScopeExists(tx: Tx, mailbox: MailboxRow, what: UndoneSorting): Promise<void> {
  if (what.kind === 'folder' && !(await folderById(tx, mailbox.id, what.folderId))) fail('folder_not_found')
  if (what.kind === 'backfill' && !(await backfillExists(tx, ownerOf(mailbox), what.backfillId)))
    fail('backfill_not_found')
}
