import type { Context } from '../context.ts'
import { isGone } from '../vendors/graph-error.ts'
import { withMailbox } from '../mail/access-token.ts'
import { endMessage } from './end-message.ts'
import { finishEvent, type InboxEvent } from './inbox-queries.ts'
import { rememberCorrection } from './learning-queries.ts'
import type { LedgerRow } from './ledger-queries.ts'
import { underLease } from './lease.ts'
import { listOf, senderOf } from './mail-to-sort.ts'
import { teachInbox } from './teach-inbox.ts'
import type { Work } from './work.ts'

/**
 * News of a mail that has ended. Mostly a notification that came twice; but where we had moved it and it stands in the inbox again,
 * the user brought it back: remembered for this sender or list, and never fought (invariant I10).
 */
export async function noticeMovedBack(ctx: Context, work: Work, event: InboxEvent, row: LedgerRow): Promise<void> {
  const { mailbox } = work
  const { messageId } = event
  const message = row.moved && row.status === 'processed' ? await messageInInbox(ctx, work, messageId) : null
  if (!message) {
    await underLease(ctx, work.lease, (tx) => finishEvent(tx, mailbox.id, messageId))
    return
  }
  const list = listOf(message)
  const correction = {
    mailboxId: mailbox.id,
    userId: mailbox.user_id,
    messageId,
    kind: list ? ('list' as const) : ('sender' as const),
    value: list ?? senderOf(message),
    folderId: null,
  }
  await underLease(ctx, work.lease, async (tx) => {
    await rememberCorrection(tx, correction, ctx.clock.now())
    await teachInbox(tx, work, message)
  })
  const explanation = 'You moved it back to the inbox; mail like it will stay there'
  await endMessage(
    ctx,
    work,
    { messageId, logId: row.id, message },
    { status: 'left', reason: 'user_moved', explanation },
  )
}

async function messageInInbox(ctx: Context, work: Work, messageId: string) {
  try {
    const message = await withMailbox(ctx, work.mailbox.id, (graph, token) => graph.getMessage(token, messageId))
    return message.parentFolderId === work.inboxFolderId ? message : null
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}
