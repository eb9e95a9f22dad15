import type { Context, RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/access/with-mailbox.ts'
import { isNotFound } from '../../vendors/graph/graph-error.ts'
import type { GraphDraft, GraphMessage } from '../../vendors/graph/graph.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { fitsGraphRequest, insertTextIntoHtml } from '../draft-reply/insert-text-into-html.ts'
import { forwardComment } from '../automatic-emails/forward-comment.ts'
import { marksOfOriginal } from '../automatic-emails/answers-forward.ts'
import { readMessage, type MissingMessage } from '../runner/read-message.ts'
import { unreadMarkOf, type UnreadMark } from '../runner/restore-unread.ts'
import type { ActiveRun } from '../runner/action-runner.ts'
import { forwardStateFrom, fingerprintOf, ForwardProgress, type ForwardState } from './forward-progress.ts'
import { requireConfirmedRecipient, requireForwardPlace } from './check-forward-recipient.ts'

export type ForwardRun = ActiveRun<'forward_mail'>

/** Finds the draft of an earlier attempt. Outlook is not called if there was none. */
export async function findExistingForward(
  ctx: RemoteContext,
  { runId, mailboxId, progress }: ForwardRun,
): Promise<ForwardState> {
  if (progress === null) return { state: 'none' }
  const read = ForwardProgress.safeParse(progress)
  const known: ForwardProgress = read.success ? read.data : { step: 'creating' }
  const draft = await withMailbox(ctx, mailboxId, (graph, token) =>
    known.step === 'creating'
      ? graph.findDraft(token, { effectId: runId, kind: 'forward' })
      : graph.getDraft(token, known.draftId),
  )
  return forwardStateFrom(known, draft)
}

/**
 * Creates the draft once. When called again with a fresh token it looks for the draft first: the refused request may
 * have created it.
 * @returns a reason if the message is gone. Graph returns the same error for other causes, so the message is read once
 * more.
 */
export async function createForwardDraft(
  ctx: RemoteContext,
  run: ForwardRun,
  message: GraphMessage,
): Promise<GraphDraft | MissingMessage> {
  const { runId, userId, mailboxId, messageId } = run
  const requirePlace = requireForwardPlace(ctx, run, marksOfOriginal(userId, message))
  let again = false
  try {
    return await withMailbox(ctx, mailboxId, async (graph, token) => {
      const there = again ? await graph.findDraft(token, { effectId: runId, kind: 'forward' }) : null
      if (there) return there
      again = true
      const progress: ForwardProgress = { step: 'creating', ...unreadMarkOf(message) }
      await run.beforeEffect(progress, requirePlace)
      return graph.createForward(token, { messageId, effectId: runId })
    })
  } catch (error) {
    const now = isNotFound(error) ? await readMessage(ctx, run) : null
    if (typeof now === 'string') return now
    throw error
  }
}

export const writingProgress = (
  { clock }: Pick<Context, 'clock'>,
  { config }: Pick<ForwardRun, 'config'>,
  draft: GraphDraft,
  unread: UnreadMark,
): ForwardProgress => ({
  step: 'writing',
  draftId: draft.id,
  print: fingerprintOf(draft),
  address: config.destination_email,
  at: clock.now(),
  ...unread,
})

/**
 * Writes the comment and the saved address as the only recipient, unless the user has changed the draft in the
 * meantime.
 * @param known what is stored before: `writingProgress`
 */
export async function writeForwardDraft(
  ctx: RemoteContext & Pick<Context, 'config'>,
  run: ForwardRun,
  draft: GraphDraft,
  known: ForwardProgress,
): Promise<ForwardState> {
  const { runId, mailboxId } = run
  const address = run.config.destination_email
  await run.beforeEffect(known, requireConfirmedRecipient(run))
  const html = withComment(ctx, draft)
  const write = async (now: GraphDraft): Promise<ForwardState> => {
    const change = { draft: now, effectId: runId, html, address }
    const written = await withMailbox(ctx, mailboxId, (graph, token) => graph.writeForward(token, change))
    return { state: 'written', draft: written }
  }
  try {
    return await write(draft)
  } catch (error) {
    if (!isChanged(error) && !isNotFound(error)) throw error
    const forwardState = forwardStateFrom(
      known,
      await withMailbox(ctx, mailboxId, (graph, token) => graph.getDraft(token, draft.id)),
    )
    if (forwardState.state !== 'blank') return forwardState
    // The draft is unchanged: Outlook has only updated its version.
    if (isNotFound(error)) throw error
    return write(forwardState.draft)
  }
}

/**
 * A message that is too long for a request is forwarded without the comment. @returns null if the body stays
 * unchanged
 */
function withComment(ctx: Pick<Context, 'config'>, draft: GraphDraft): string | null {
  if (draft.isWritten) return null
  const html = insertTextIntoHtml(draft.html, forwardComment(ctx))
  return fitsGraphRequest(html) ? html : null
}

const isChanged = (error: unknown): boolean => error instanceof VendorError && error.status === 412
