import { later, minutes } from '../clock.ts'
import type { RemoteContext } from '../context.ts'
import type { MessageDelta } from '../vendors/graph.ts'
import { isSyncStateGone } from '../vendors/graph-error.ts'
import { withMailbox } from './access-token.ts'
import { catchUpStateOf, noteCaughtUp, type CatchUpState } from './catch-up-queries.ts'
import { recordEvents } from './inbox.ts'

/** How far behind the last complete round to begin again when Graph has forgotten the link: clocks differ, changes show late. */
const marginMs = minutes(10)

type Start = { link: string } | { since: Date }

/**
 * Finds by delta query what no notification told (invariant I17). The link of a round is stored only when everything in it has been
 * recorded; what comes twice falls together in the inbox table and the ledger.
 * @throws MailboxProblem or VendorError
 */
export async function catchUp(ctx: RemoteContext, mailboxId: string): Promise<void> {
  const state = await ctx.db.asService((tx) => catchUpStateOf(tx, mailboxId))
  if (!state) return
  const begun = ctx.clock.now()
  const { link, found } = await roundFrom(ctx, mailboxId, startOf(state, begun)).catch((error: unknown) => {
    if (!isSyncStateGone(error)) throw error
    return roundFrom(ctx, mailboxId, { since: later(state.caught_up_until ?? begun, -marginMs) })
  })
  await ctx.db.asService((tx) => noteCaughtUp(tx, mailboxId, state, { deltaLink: link, until: begun }))
  ctx.events.caughtUp({ mailboxId, found })
}

/**
 * The first round after the switch was turned on begins at that moment: older mail is not sorted by itself. Graph tells times in whole
 * seconds, so what arrived in the same second counts as later.
 */
function startOf({ delta_link, caught_up_until }: CatchUpState, now: Date): Start {
  if (delta_link) return { link: delta_link }
  const since = caught_up_until ?? now
  return { since: later(since, -since.getMilliseconds()) }
}

/** All pages of a round. @returns the link for the next round, and how many messages were new */
async function roundFrom(
  ctx: RemoteContext,
  mailboxId: string,
  start: Start,
): Promise<{ link: string | null; found: number }> {
  let found = 0
  for (let from = start; ; ) {
    const page: MessageDelta = await withMailbox(ctx, mailboxId, (graph, token) => graph.messageDelta(token, from))
    const ids = page.messages.map(({ id }) => id)
    found += await ctx.db.asService((tx) => recordEvents(ctx, tx, mailboxId, ids, 'delta'))
    // What was removed is no news: a mail that was moved out looks the same as one that was deleted.
    if (page.nextLink === null) return { link: page.deltaLink, found }
    from = { link: page.nextLink }
  }
}
