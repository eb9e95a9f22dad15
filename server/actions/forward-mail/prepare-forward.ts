import type { Context, RemoteContext } from '../../context.ts'
import type { Draft } from '../../vendors/mailbox/draft.ts'
import { forwardComment } from '../automatic-emails/forward-comment.ts'
import { fitsDraft, insertTextIntoHtml } from '../draft-reply/insert-text-into-html.ts'
import type { ActiveRun } from '../runner/action-runner.ts'
import { writeDraft } from '../runner/draft-once.ts'
import type { UnreadMark } from '../runner/restore-unread.ts'
import { requireConfirmedRecipient } from './check-forward-recipient.ts'
import { fingerprintOf, forwardDraft, type ForwardProgress, type ForwardState } from './forward-progress.ts'

export type ForwardRun = ActiveRun<'forward_mail'>

export const writingProgress = (
  { clock }: Pick<Context, 'clock'>,
  { config }: Pick<ForwardRun, 'config'>,
  draft: Draft,
  unread: UnreadMark,
): ForwardProgress => ({
  step: 'writing',
  draftId: draft.id,
  fingerprint: fingerprintOf(draft),
  address: config.destination_email,
  at: clock.now(),
  ...unread,
})

/** Writes the comment and the saved address as the only recipient, unless the user has changed the draft. */
export function writeForwardDraft(
  ctx: RemoteContext & Pick<Context, 'config'>,
  run: ForwardRun,
  draft: Draft,
  known: ForwardProgress,
): Promise<ForwardState> {
  return writeDraft(ctx, run, forwardDraft, {
    draft,
    known,
    require: requireConfirmedRecipient(run),
    change: { kind: 'forward', html: withComment(ctx, draft), address: run.config.destination_email },
  })
}

/**
 * A message that is too long for a request is forwarded without the comment. @returns null if the body stays
 * unchanged
 */
function withComment(ctx: Pick<Context, 'config'>, draft: Draft): string | null {
  if (draft.isWritten) return null
  const html = insertTextIntoHtml(draft.html, forwardComment(ctx))
  return fitsDraft(html) ? html : null
}
