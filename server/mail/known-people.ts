import { later, minutes } from '../clock.ts'
import type { RemoteContext } from '../context.ts'
import { withMailbox } from './access-token.ts'
import { keepKnownPeople, sentReadUntil } from './known-people-queries.ts'

/** So far back at first: whoever the user wrote to longer ago than that many mails is no acquaintance of today. */
const firstMost = 1000
/** Sent mail shows late, and clocks differ. */
const marginMs = minutes(10)

/**
 * Reads from Sent Items whom the user has written to. Addresses alone are kept, so that mail from these people can stay in the inbox.
 * @throws MailboxProblem or VendorError
 */
export async function readSentMail(ctx: RemoteContext, mailboxId: string): Promise<void> {
  const state = await ctx.db.asService((tx) => sentReadUntil(tx, mailboxId))
  if (!state) return
  const begun = ctx.clock.now()
  const since = state.until && later(state.until, -marginMs)
  const sent = await withMailbox(ctx, mailboxId, (graph, token) => graph.sentMails(token, { since, newest: firstMost }))
  await ctx.db.asService((tx) => keepKnownPeople(tx, { mailboxId, sent, since: state.until, until: begun }))
}
