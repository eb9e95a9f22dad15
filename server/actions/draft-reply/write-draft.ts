import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { Draft } from '../../vendors/mailbox/draft.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { requireHourlyPlace } from '../automatic-emails/hourly-limit.ts'
import type { ActiveRun } from '../runner/action-runner.ts'
import { unsentDraftState, type DraftProtocol } from '../runner/draft-once.ts'
import { unreadMark, type UnreadMark } from '../runner/restore-unread.ts'
import { fitsDraft, insertTextIntoHtml } from './insert-text-into-html.ts'
import { replyRecipients } from './reply-recipients.ts'

/**
 * Stored progress. `creating`: a draft may exist; `writing`: it exists, and `fingerprint` is the hash of its body at
 * that time. `unreadAt`: `server/actions/runner/restore-unread.ts`.
 */
const DraftProgress = z
  .discriminatedUnion('step', [
    z.strictObject({ step: z.literal('creating'), ...unreadMark }),
    z.strictObject({ step: z.literal('writing'), draftId: z.string(), fingerprint: z.string(), ...unreadMark }),
  ])
  .catch({ step: 'creating' })
type DraftProgress = z.infer<typeof DraftProgress>

const hashOf = (html: string): string => createHash('sha256').update(html).digest('hex')

export const replyDraft: DraftProtocol<DraftProgress> = {
  kind: 'reply',
  progress: DraftProgress,
  async look(mailbox, runId, known) {
    const draft = await mailbox.effect.find({ effectId: runId, kind: 'reply' })
    // A draft outside Drafts was moved by the user, most likely discarded.
    if (draft && !draft.isWritten && !(await mailbox.folderIds(['drafts'])).includes(draft.folderId))
      return { state: 'changed_by_user', draft }
    const isWritten = (there: Draft): boolean => there.isWritten
    return unsentDraftState(draft, known, { isWritten, fingerprintOf: ({ html }) => hashOf(html) })
  },
}

/** For a transaction before the text is composed, which may ask a model, and again before the draft is created. */
export const requireDraftPlace =
  (
    ctx: Pick<RemoteContext, 'clock'>,
    { runId, userId }: Pick<ActiveRun<'draft_reply'>, 'runId' | 'userId'>,
    message: Message,
  ) =>
  (tx: Tx): Promise<void> => {
    const address = replyRecipients(message)[0]?.address ?? ''
    return requireHourlyPlace(tx, ctx, { runId, userId, kind: 'draft', address })
  }

/** The text above the quoted message; the text alone if the quoted message is too long for a request. */
export function composeDraftBody({ html }: Draft, text: string): { html: string; isQuoted: boolean } {
  const whole = insertTextIntoHtml(html, text)
  return fitsDraft(whole) ? { html: whole, isQuoted: true } : { html: insertTextIntoHtml('', text), isQuoted: false }
}

export const writingProgress = ({ id, html }: Draft, unread: UnreadMark): DraftProgress => ({
  step: 'writing',
  draftId: id,
  fingerprint: hashOf(html),
  ...unread,
})
