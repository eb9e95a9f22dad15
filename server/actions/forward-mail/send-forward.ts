import type { RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/access-token.ts'
import type { GraphDraft } from '../../vendors/graph.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import { isTo, printOf, type Progress } from './forward-progress.ts'
import type { ForwardRun } from './prepare-forward.ts'
import { onlyIfConfirmed } from './recipient.ts'

export type Sent = { state: 'sent'; draft: GraphDraft | null } | { state: 'theirs' | 'not_allowed' }

/**
 * Sends a draft that was found whole a moment ago. Never twice without a look in between: Graph is known to deliver after an answer that
 * says otherwise, so after an unclear one the next try looks, at the earliest half a minute later.
 */
export async function sendForward(ctx: RemoteContext, run: ForwardRun, draft: GraphDraft): Promise<Sent> {
  const address = run.config.destination_email
  if (!isTo(draft, address)) return { state: 'theirs' }
  const at = { draftId: draft.id, print: printOf(draft), address }
  await run.before({ step: 'sending', ...at } satisfies Progress, onlyIfConfirmed(run))
  let again = false
  try {
    await withMailbox(ctx, run.mailboxId, async (graph, token) => {
      // A fresh token after a refusal that may have come too late.
      if (again && !(await graph.getDraft(token, draft.id))?.isDraft) return
      again = true
      await graph.sendDraft(token, draft.id)
    })
  } catch (error) {
    return afterRefusal(ctx, run, draft, error)
  }
  const now = await lookAt(ctx, run, draft.id)
  if (!now?.isDraft) return { state: 'sent', draft: now }
  await run.before({ step: 'accepted', ...at } satisfies Progress)
  throw new VendorError('graph', 0, 'not_sent_yet')
}

/** What was refused for good is looked at, too, before it is called a failure. */
async function afterRefusal(ctx: RemoteContext, run: ForwardRun, draft: GraphDraft, error: unknown): Promise<Sent> {
  if (!(error instanceof VendorError) || error.transient) throw error
  const now = await lookAt(ctx, run, draft.id)
  if (!now) return { state: 'theirs' }
  if (!now.isDraft) return { state: 'sent', draft: now }
  if (error.status === 403) return { state: 'not_allowed' }
  throw error
}

const lookAt = (ctx: RemoteContext, run: ForwardRun, draftId: string): Promise<GraphDraft | null> =>
  withMailbox(ctx, run.mailboxId, (graph, token) => graph.getDraft(token, draftId))
