import type { RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/access/with-mailbox.ts'
import type { Draft } from '../../vendors/mailbox/draft.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { isAddressedTo, fingerprintOf, type ForwardProgress } from './forward-progress.ts'
import type { ForwardRun } from './prepare-forward.ts'
import { messageIdHash } from '../automatic-emails/answers-forward.ts'
import { saveSentMessageId } from '../automatic-emails/automatic-email-queries.ts'
import { requireForwardPlace } from './check-forward-recipient.ts'

type SendOutcome = { state: 'sent'; draft: Draft | null } | { state: 'changed_by_user' | 'not_allowed' }

/**
 * Sends a draft that was just checked. Graph may deliver although it returned an error, so a request is never
 * repeated blindly: after an unclear response the next attempt looks first, at the earliest half a minute later.
 */
export async function sendForward(ctx: RemoteContext, run: ForwardRun, draft: Draft): Promise<SendOutcome> {
  const address = run.config.destination_email
  if (!isAddressedTo(draft, address)) return { state: 'changed_by_user' }
  const at = { draftId: draft.id, print: fingerprintOf(draft), address }
  const requirePlace = requireForwardPlace(ctx, run, {
    messageIdHash: messageIdHash(run.userId, draft.internetMessageId),
  })
  let again = false
  try {
    await withMailbox(ctx, run.mailboxId, async (graph, token) => {
      // Called again with a fresh token: the refused request may have been executed.
      if (again && !(await graph.getDraft(token, draft.id))?.isDraft) return
      again = true
      await run.beforeEffect({ step: 'sending', ...at } satisfies ForwardProgress, requirePlace)
      await graph.sendDraft(token, draft.id)
    })
  } catch (error) {
    return handleSendRefusal(ctx, run, draft, error)
  }
  const now = await getDraft(ctx, run, draft.id)
  if (!now?.isDraft) {
    if (now?.internetMessageId !== draft.internetMessageId) await rememberSentForward(ctx, run, now)
    return { state: 'sent', draft: now }
  }
  await run.beforeEffect({ step: 'accepted', ...at } satisfies ForwardProgress)
  throw new VendorError('graph', 0, 'not_sent_yet')
}

/** Stores the id under which the forward was sent, which answers name. */
export async function rememberSentForward(
  ctx: Pick<RemoteContext, 'db'>,
  { runId, userId }: ForwardRun,
  sent: Draft | null,
): Promise<void> {
  const hash = messageIdHash(userId, sent?.internetMessageId ?? null)
  if (hash) await ctx.db.asService((tx) => saveSentMessageId(tx, runId, hash))
}

/** Permanent refusals are checked as well before the run fails. */
async function handleSendRefusal(
  ctx: RemoteContext,
  run: ForwardRun,
  draft: Draft,
  error: unknown,
): Promise<SendOutcome> {
  if (!(error instanceof VendorError) || error.transient) throw error
  const now = await getDraft(ctx, run, draft.id)
  if (!now) return { state: 'changed_by_user' }
  if (!now.isDraft) return { state: 'sent', draft: now }
  if (error.status === 403) return { state: 'not_allowed' }
  throw error
}

const getDraft = (ctx: RemoteContext, run: ForwardRun, draftId: string): Promise<Draft | null> =>
  withMailbox(ctx, run.mailboxId, (graph, token) => graph.getDraft(token, draftId))
