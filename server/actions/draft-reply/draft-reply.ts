import { composeText, joinMessages } from '../../../contract/compose-text.ts'
import { actionRunTexts } from '../../../contract/action-runs.ts'
import { effectLabelMaxLength } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import type { Draft } from '../../vendors/mailbox/draft.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { isAutomatic } from '../../mail/messages/automatic-mail.ts'
import { findOwnAddresses } from '../runner/own-address-queries.ts'
import { answersForward } from '../automatic-emails/answers-forward.ts'
import { reportHourlyLimit } from '../automatic-emails/hourly-limit.ts'
import type { AboutEmail } from '../automatic-emails/recent-forward-queries.ts'
import { readMessage, type MissingMessage } from '../runner/read-message.ts'
import { createDraft, findEarlierDraft, writeDraft } from '../runner/draft-once.ts'
import { restoreUnread } from '../runner/restore-unread.ts'
import type { ActionRunner, ActiveRun, RunResult } from '../runner/action-runner.ts'
import { composeReply } from './compose-reply.ts'
import { describeRecipients, hasReader } from './reply-recipients.ts'
import { composeDraftBody, replyDraft, requireDraftPlace, writingProgress } from './write-draft.ts'

/** Writes a reply into the mailbox's Drafts, in the conversation. It is never sent: only the user sends it. */
export const draftReply: ActionRunner<'draft_reply'> = {
  run: (ctx, run) => reportHourlyLimit(ctx, run.mailboxId, () => draftOnce(ctx, run)),

  async dryRun(ctx, about) {
    const message = await readMessage(ctx, about)
    if (typeof message === 'string') return { effects: [], text: null, notes: [actionRunTexts[message]] }
    const unanswerable = await findUnanswerable(ctx, about, message)
    if (unanswerable) return { effects: [], text: null, notes: [actionRunTexts[unanswerable]] }
    const { text, notes } = await composeReply(ctx, about, message, 'draft_reply_test')
    return {
      effects: [{ kind: 'draft', label: labelOf(message), url: null }],
      text,
      notes: withRecipients(message, notes),
    }
  },
}

async function draftOnce(ctx: Context, run: ActiveRun<'draft_reply'>): Promise<RunResult> {
  const draftState = await findEarlierDraft(ctx, run, replyDraft)
  if (draftState.state !== 'none') await restoreUnread(ctx, run, run.progress, draftState.draft)
  const message = await readMessage(ctx, run)
  const original = typeof message === 'string' ? null : message
  if (draftState.state === 'written') return draftedResult(original, draftState.draft, [])
  if (draftState.state === 'changed_by_user') return leftAloneResult(original, draftState.draft)
  if (typeof message === 'string') return skippedResult(message)
  const unanswerable = await findUnanswerable(ctx, run, message)
  if (unanswerable) return skippedResult(unanswerable)
  if (draftState.state === 'none') await ctx.db.asService(requireDraftPlace(ctx, run, message))
  const { text, notes } = await composeReply(ctx, run, message, 'draft_reply')
  const created =
    draftState.state === 'blank'
      ? { draft: draftState.draft, unread: {} }
      : await createDraft(ctx, run, message, 'reply', requireDraftPlace(ctx, run, message))
  if (typeof created === 'string') return skippedResult(created)
  const { draft, unread } = created
  const { html, isQuoted } = composeDraftBody(draft, text)
  const known = writingProgress(draft, unread)
  const end = await writeDraft(ctx, run, replyDraft, {
    draft,
    known,
    change: { kind: 'reply', html },
  })
  await restoreUnread(ctx, run, known, draft)
  if (end.state !== 'written') return leftAloneResult(message, draft)
  return draftedResult(
    message,
    end.draft,
    isQuoted ? notes : [...notes, composeText('The email is too long to be quoted below the draft.')],
  )
}

/** The reason for which no reply is drafted; null where the sender may expect one. */
async function findUnanswerable(
  ctx: Pick<Context, 'clock' | 'config' | 'db'>,
  about: AboutEmail,
  message: Message,
): Promise<'automatic_mail' | 'invitation' | 'answers_forward' | null> {
  if (message.isMeeting) return 'invitation'
  return ctx.db.asService(async (tx) => {
    const own = await findOwnAddresses(tx, about.userId)
    if (isAutomatic(message, own) || !hasReader(message, own)) return 'automatic_mail'
    return (await answersForward(ctx, tx, about, message)) ? 'answers_forward' : null
  })
}

const labelOf = (message: Message | null): string =>
  message?.subject
    ? composeText('Reply to “{subject}”', { subject: message.subject.slice(0, effectLabelMaxLength - 20) })
    : composeText('Reply')

/** First, so that the note's maximum length cuts off something else. */
function withRecipients(message: Message | null, notes: string[]): string[] {
  const recipients = message && describeRecipients(message)
  return recipients ? [recipients, ...notes] : notes
}

const effectsOf = (message: Message | null, draft: Draft | null): RunResult['effects'] =>
  draft ? [{ kind: 'draft', label: labelOf(message), url: draft.webLink }] : []

function draftedResult(message: Message | null, draft: Draft, notes: string[]): RunResult {
  const note = joinMessages(withRecipients(message, notes), ' ')
  return { status: 'done', reason: 'done', effects: effectsOf(message, draft), note: note === '' ? null : note }
}

const leftAloneResult = (message: Message | null, draft: Draft | null): RunResult => ({
  status: 'skipped',
  reason: 'draft_gone',
  effects: effectsOf(message, draft),
  note: null,
})

const skippedResult = (reason: MissingMessage | 'automatic_mail' | 'invitation' | 'answers_forward'): RunResult => ({
  status: 'skipped',
  reason,
  effects: [],
  note: null,
})
