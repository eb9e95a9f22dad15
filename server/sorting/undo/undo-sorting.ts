import type { z } from 'zod'
import { UndoSortingInput, UndoSortingOutput, type UndoneSorting } from '../../../contract/functions/undo-sorting.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { tellPages } from '../../db/live.ts'
import { fail } from '../../errors.ts'
import { fn, perUser } from '../../http/route.ts'
import { type MailboxRow, mailboxOf } from '../../mail/queries.ts'
import { countToUndo, endUndo, isBackfillOf, openUndo } from './bulk-undo-queries.ts'
import { folderById } from '../ledger/folder-queries.ts'
import { shownUndo } from './shown-undo-queries.ts'

/** One after the other, two calls of Outlook each: what was seen with the real service's usual answers. */
const mailsPerMinute = 100

/** Brings many mails back to the inbox: a day, a run over existing mail, or what a folder received since its instructions changed. */
export const undoSorting = fn('undo-sorting', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: UndoSortingInput,
  output: UndoSortingOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof UndoSortingOutput>> {
    return ctx.db.asService(async (tx) => {
      const mailbox = (await mailboxOf(tx, { userId, mailboxId: input.mailboxId })) ?? fail('mailbox_not_found')
      if (input.action === 'estimate') return { estimate: await estimate(tx, mailbox, input.what) }
      if (input.action === 'start') await start(ctx, tx, mailbox, input.what)
      if (input.action === 'cancel') await cancel(ctx, tx, mailbox)
      return { undo: await shownUndo(tx, mailbox.id) }
    })
  },
})

const ownerOf = ({ id: mailboxId, user_id: userId }: MailboxRow) => ({ userId, mailboxId })

async function estimate(tx: Tx, mailbox: MailboxRow, what: UndoneSorting) {
  await checkIsThere(tx, mailbox, what)
  const counted = await countToUndo(tx, ownerOf(mailbox), what)
  return { ...counted, minutes: Math.ceil(counted.mails / mailsPerMinute) }
}

async function start(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  mailbox: MailboxRow,
  what: UndoneSorting,
): Promise<void> {
  await checkIsThere(tx, mailbox, what)
  if (mailbox.status === 'reauth_required') fail('mailbox_reauth_required')
  const open = (await openUndo(tx, ownerOf(mailbox), what, ctx.clock.now())) ?? fail('undo_open')
  if (open === 0) fail('nothing_to_undo')
  await ctx.jobs.enqueue(tx, 'undo-sorting', { mailboxId: mailbox.id })
  await tellPages(tx, mailbox.user_id, { type: 'bulk-undo', mailboxId: mailbox.id })
}

async function cancel(ctx: Pick<Context, 'clock'>, tx: Tx, mailbox: MailboxRow): Promise<void> {
  const ended = await endUndo(tx, mailbox.id, { state: 'canceled', rest: 'canceled', now: ctx.clock.now() })
  if (!ended) fail('undo_not_open')
  await tellPages(tx, mailbox.user_id, { type: 'bulk-undo', mailboxId: mailbox.id })
}

async function checkIsThere(tx: Tx, mailbox: MailboxRow, what: UndoneSorting): Promise<void> {
  if (what.kind === 'folder' && !(await folderById(tx, mailbox.id, what.folderId))) fail('folder_not_found')
  if (what.kind === 'backfill' && !(await isBackfillOf(tx, ownerOf(mailbox), what.backfillId)))
    fail('backfill_not_found')
}
