import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { endBell, ringBell } from '../db/notifications.ts'
import type { MailboxStatusWord } from './queries.ts'

/** A mailbox whose sign-in is over rings, until it is connected again. To be called where its status has changed. */
export async function ringForStatus(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  { mailboxId, userId, status }: { mailboxId: string; userId: string; status: MailboxStatusWord },
): Promise<void> {
  const bell = { userId, kind: 'mailbox_needs_sign_in', key: mailboxId } as const
  if (status === 'reauth_required') await ringBell(tx, { ...bell, mailboxId, now: ctx.clock.now() })
  else await endBell(tx, bell)
}
