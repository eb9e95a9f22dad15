import type { RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import type { Draft } from '../../vendors/mailbox/draft.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { isAddressedTo, fingerprintOf, type ForwardProgress } from './forward-progress.ts'
import type { ForwardRun } from './prepare-forward.ts'
import { messageIdHash } from '../automatic-emails/answers-forward.ts'
import { saveSentMessageId } from '../automatic-emails/automatic-email-queries.ts'
import { RunStopped } from '../runner/run-stopped.ts'
import { requireForwardPlace } from './check-forward-recipient.ts'

type SendOutcome = { state: 'sent'; draft: Draft | null } | { state: 'changed_by_user' | 'not_allowed' }

/**
 * Sends a draft that was just checked. The mailbox may deliver although it returned an error, so a request is never
 * repeated blindly: after an unclear response the next attempt looks first, at the earliest half a minute later.
 */
export async function sendForward(ctx: RemoteContext, run: ForwardRun, draft: Draft): Promise<SendOutcome> {
  const address = run.config.destination_email
  if (!isAddressedTo(draft, address)) return { state: 'changed_by_user' }
  const at = { draftId: draft.id, fingerprint: fingerprintOf(draft), address }
  const requirePlace = requireForwardPlace(ctx, run, {
    messageIdHash: messageIdHash(run.userId, draft.internetMessageId),
  })
  let again = false
  const answer = await withMailbox(ctx, run.mailboxId, async ({ effect }) => {
    // Called again with a fresh token: the refused request may have been executed.
    if (again && !(await effect.read(draft.id))?.isDraft) return 'accepted'
    again = true
    await run.beforeEffect({ step: 'sending', ...at } satisfies ForwardProgress, requirePlace)
    return effect.send(draft.id)
  }).catch(permanentRefusal)
  if (answer !== 'accepted') return handleSendRefusal(ctx, run, draft, answer)
  const now = await getDraft(ctx, run, draft.id)
  if (!now?.isDraft) {
    if (now?.internetMessageId !== draft.internetMessageId) await rememberSentForward(ctx, run, now)
    return { state: 'sent', draft: now }
  }
  await run.beforeEffect({ step: 'accepted', ...at } satisfies ForwardProgress)
  throw new VendorError('mailbox', 0, 'not_sent_yet')
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

function permanentRefusal(error: unknown): VendorError {
  if (error instanceof VendorError && !error.transient) return error
  throw error
}

/** Permanent refusals are checked as well before the run fails. */
async function handleSendRefusal(
  ctx: RemoteContext,
  run: ForwardRun,
  draft: Draft,
  refusal: 'not-allowed' | 'not-there' | VendorError,
): Promise<SendOutcome> {
  const now = await getDraft(ctx, run, draft.id)
  if (!now) return { state: 'changed_by_user' }
  if (!now.isDraft) return { state: 'sent', draft: now }
  if (refusal === 'not-allowed') return { state: 'not_allowed' }
  throw refusal === 'not-there' ? new RunStopped({ status: 'failed', reason: 'refused' }) : refusal
}

const getDraft = (ctx: RemoteContext, run: ForwardRun, draftId: string): Promise<Draft | null> =>
  withMailbox(ctx, run.mailboxId, (mailbox) => mailbox.effect.read(draftId))
