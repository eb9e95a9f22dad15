import type { Context } from '../context.ts'
import { findEmailRecipient } from '../shared/email-recipient.ts'
import type { Tx } from '../db/database.ts'
import type { Notice } from '../emails/email-kinds.ts'
import { enqueueEmail } from '../emails/enqueue-email.ts'
import { cleanLine } from '../../contract/clean-text.ts'

/** Characters of an account's address in the notice that it was connected. */
const connectedAccountMaxLength = 350

interface Connected {
  userId: string
  notice: Extract<Notice, 'service_connected' | 'mailbox_added'>
  /** What was connected, and the address of its account. */
  account: string
}

/**
 * Tells the user by email what was connected: an attacker with a stolen session could connect an account of their own,
 * and have attachments stored or files quoted there.
 * @returns what to call in the transaction that stores the connection
 */
export async function prepareConnectedNotice(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'sealer'>,
  { userId, notice, account }: Connected,
): Promise<(tx: Tx) => Promise<void>> {
  const recipient = await ctx.db.asAccounts((tx) => findEmailRecipient(tx, userId))
  return async (tx) => {
    if (!recipient) return
    const detail = cleanLine(account, connectedAccountMaxLength)
    const { to: email, language } = recipient
    const payload = { notice, email, language, detail, at: ctx.clock.now().toISOString() }
    await enqueueEmail(tx, ctx, { kind: 'account-notice', payload, userId })
  }
}
