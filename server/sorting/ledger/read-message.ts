import type { RemoteContext } from '../../context.ts'
import { isGone } from '../../vendors/graph-error.ts'
import { withMailbox } from '../../mail/access-token.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import type { InboxEvent } from './inbox-queries.ts'

/** A mail can be announced before it can be read; it is asked for again a few times before it counts as gone. */
const patienceMs = [2000, 10_000, 30_000]

export class NotVisibleYet extends Error {
  readonly waitMs: number
  constructor(waitMs: number) {
    super('The message cannot be read yet')
    this.waitMs = waitMs
  }
}

/**
 * With the text that its reader sees: what its HTML hides must not say where a mail goes, nor be told to a language model (checklist A14).
 * @returns null where the message is gone for good. @throws NotVisibleYet, and what the mail room throws
 */
export async function readMessage(
  ctx: RemoteContext,
  mailboxId: string,
  event: Pick<InboxEvent, 'messageId' | 'attempts'>,
): Promise<GraphMessage | null> {
  try {
    return await withMailbox(ctx, mailboxId, (graph, token) => graph.getMessage(token, event.messageId))
  } catch (error) {
    if (!isGone(error)) throw error
    const wait = patienceMs[event.attempts - 1]
    if (wait !== undefined) throw new NotVisibleYet(wait)
    return null
  }
}
