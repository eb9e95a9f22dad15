import { composeText } from '../../../contract/compose-text.ts'
import { actionRunTexts, type RunReason } from '../../../contract/action-runs.ts'
import type { Context } from '../../context.ts'
import type { Draft } from '../../vendors/mailbox/draft.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { marksOfOriginal } from '../automatic-emails/answers-forward.ts'
import { forwardComment } from '../automatic-emails/forward-comment.ts'
import { reportHourlyLimit } from '../automatic-emails/hourly-limit.ts'
import { readMessage } from '../runner/read-message.ts'
import { createDraft, findEarlierDraft } from '../runner/draft-once.ts'
import { restoreUnread } from '../runner/restore-unread.ts'
import type { ActionRunner, RunResult } from '../runner/action-runner.ts'
import { forwardDraft, isAddressedTo, type ForwardState, type ForwardProgress } from './forward-progress.ts'
import { writeForwardDraft, writingProgress, type ForwardRun } from './prepare-forward.ts'
import { findForwardObstacle, requireForwardPlace } from './check-forward-recipient.ts'
import { rememberSentForward, sendForward } from './send-forward.ts'
import { listedMaxNames, listedNameMaxLength } from '../limits.ts'

/**
 * Forwards the unchanged message with a fixed comment to the saved address only, and only after that address has
 * agreed.
 */
export const forwardMail: ActionRunner<'forward_mail'> = {
  run: (ctx, run) => reportHourlyLimit(ctx, run.mailboxId, () => forwardOnce(ctx, run)),

  async dryRun(ctx, about) {
    const message = await readMessage(ctx, about)
    const none = (reason: RunReason) => ({ effects: [], text: null, notes: [actionRunTexts[reason]] })
    if (typeof message === 'string') return none(message)
    const obstacle = await findForwardObstacle(ctx, about, message)
    if (obstacle?.status === 'skipped') return none(obstacle.reason)
    const effect = { kind: 'forward' as const, label: labelOf(about.config.destination_email), url: null }
    const notes = [describeAttachments(message), obstacle && actionRunTexts[obstacle.reason]]
    return { effects: [effect], text: forwardComment(ctx), notes: notes.filter((note) => note !== null) }
  },
}

async function forwardOnce(ctx: Context, run: ForwardRun): Promise<RunResult> {
  const forwardState = await findEarlierDraft(ctx, run, forwardDraft)
  if ('draft' in forwardState) await restoreUnread(ctx, run, run.progress, forwardState.draft)
  if (forwardState.state === 'sent') {
    await rememberSentForward(ctx, run, forwardState.draft)
    return forwardedResult(forwardState.address, forwardState.draft)
  }
  if (forwardState.state === 'changed_by_user') return resultWithoutEffects('skipped', 'draft_gone')
  if (forwardState.state === 'unclear') return unclearResult(run, forwardState)
  const message = await readMessage(ctx, run)
  if (typeof message === 'string') return resultWithoutEffects('skipped', message)
  const obstacle = await findForwardObstacle(ctx, run, message)
  if (obstacle) return resultWithoutEffects(obstacle.status, obstacle.reason)
  return createAndSendForward(ctx, run, message, forwardState)
}

async function createAndSendForward(
  ctx: Context,
  run: ForwardRun,
  message: Message,
  forwardState: Extract<ForwardState, { state: 'none' | 'blank' | 'written' }>,
): Promise<RunResult> {
  const address = run.config.destination_email
  const requirePlace = requireForwardPlace(ctx, run, marksOfOriginal(run.userId, message))
  const created =
    forwardState.state === 'none'
      ? await createDraft(ctx, run, message, 'forward', requirePlace)
      : { draft: forwardState.draft, unread: {} }
  if (typeof created === 'string') return resultWithoutEffects('skipped', created)
  const { draft, unread } = created
  const isReady = forwardState.state === 'written' && isAddressedTo(draft, address)
  const known = writingProgress(ctx, run, draft, unread)
  const ready: ForwardState = isReady ? forwardState : await writeForwardDraft(ctx, run, draft, known)
  await restoreUnread(ctx, run, known, draft)
  if (ready.state !== 'written') return resultWithoutEffects('skipped', 'draft_gone')
  const sent = await sendForward(ctx, run, ready.draft)
  if (sent.state === 'sent') return forwardedResult(address, sent.draft)
  return sent.state === 'changed_by_user'
    ? resultWithoutEffects('skipped', 'draft_gone')
    : resultWithoutEffects('failed', 'sending_not_allowed')
}

/**
 * Outlook accepted the message but still shows a draft, or the draft vanished. The user has to check; a retry sends
 * it only if it is still a draft.
 */
async function unclearResult(
  run: ForwardRun,
  { known }: Extract<ForwardState, { state: 'unclear' }>,
): Promise<RunResult> {
  await run.beforeEffect({ ...known, step: 'sending' } satisfies ForwardProgress)
  return resultWithoutEffects('failed', 'unclear_outcome')
}

const labelOf = (address: string): string => composeText('Forward to {address}', { address })

function describeAttachments({ attachmentNames }: Message): string | null {
  if (attachmentNames.length === 0) return null
  const list = attachmentNames.slice(0, listedMaxNames).map((name) => name.slice(0, listedNameMaxLength))
  const number = attachmentNames.length - list.length
  return number === 0
    ? composeText('Goes along: {list}', { list })
    : composeText('Goes along: {list} and {number} more', { list, number })
}

const forwardedResult = (address: string, sent: Draft | null): RunResult => ({
  status: 'done',
  reason: 'done',
  effects: [{ kind: 'forward', label: labelOf(address), url: sent?.webLink ?? null }],
  note: null,
})

const resultWithoutEffects = (status: 'skipped' | 'failed', reason: RunReason): RunResult => ({
  status,
  reason,
  effects: [],
  note: null,
})
