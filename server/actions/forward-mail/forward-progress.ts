import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Draft } from '../../vendors/mailbox/draft.ts'
import { isSettled, type DraftProtocol, type DraftState } from '../runner/draft-once.ts'
import { unreadMark } from '../runner/restore-unread.ts'

/**
 * Stored progress of a forward, saved before each call. `print` is the draft's fingerprint; `unreadAt`:
 * `server/actions/runner/restore-unread.ts`.
 * - `creating`: a draft may exist
 * - `writing`: it exists, had this fingerprint, and may have got its text and recipient since
 * - `sending`: it is complete, has this fingerprint, and may have been sent
 * - `accepted`: the mailbox accepted it for sending but still showed it as a draft
 */
const ForwardProgress = z
  .discriminatedUnion('step', [
    z.strictObject({ step: z.literal('creating'), ...unreadMark }),
    z.strictObject({
      step: z.literal('writing'),
      draftId: z.string(),
      print: z.string(),
      address: z.string(),
      at: z.coerce.date(),
      ...unreadMark,
    }),
    z.strictObject({ step: z.literal('sending'), draftId: z.string(), print: z.string(), address: z.string() }),
    z.strictObject({ step: z.literal('accepted'), draftId: z.string(), print: z.string(), address: z.string() }),
  ])
  .catch({ step: 'creating' })
export type ForwardProgress = z.infer<typeof ForwardProgress>

/** `unclear`: the stored progress and the mailbox contradict each other. */
export type ForwardState =
  | DraftState
  | { state: 'sent'; draft: Draft | null; address: string }
  | { state: 'unclear'; known: Extract<ForwardProgress, { step: 'sending' | 'accepted' }> }

export const forwardDraft: DraftProtocol<ForwardProgress, Extract<ForwardState, { state: 'sent' | 'unclear' }>> = {
  kind: 'forward',
  progress: ForwardProgress,
  look: async (mailbox, runId, known) =>
    forwardStateFrom(
      known,
      known.step === 'creating'
        ? await mailbox.effect.find({ effectId: runId, kind: 'forward' })
        : await mailbox.effect.read(known.draftId),
    ),
}

/**
 * Hash of everything that a user can change in a draft, its folder included. Outlook's version counter is excluded.
 */
export const fingerprintOf = ({ folderId, subject, recipients, html }: Draft): string =>
  createHash('sha256')
    .update(JSON.stringify([folderId, subject, recipients, html]))
    .digest('hex')

export const isAddressedTo = ({ recipients }: Draft, address: string): boolean =>
  recipients.length === 1 && recipients[0] === address.toLowerCase()

function forwardStateFrom(known: ForwardProgress, draft: Draft | null): ForwardState {
  if (known.step === 'creating') {
    if (!draft) return { state: 'none' }
    return { state: draft.isDraft && isSettled(draft) ? 'blank' : 'changed_by_user', draft }
  }
  if (known.step === 'writing') {
    if (!draft?.isDraft) return { state: 'changed_by_user', draft }
    if (draft.isWritten && isAddressedTo(draft, known.address))
      return { state: isSettled(draft, known.at) ? 'written' : 'changed_by_user', draft }
    return { state: fingerprintOf(draft) === known.print ? 'blank' : 'changed_by_user', draft }
  }
  if (draft && !draft.isDraft) return { state: 'sent', draft, address: known.address }
  if (known.step === 'accepted')
    return draft ? { state: 'unclear', known } : { state: 'sent', draft, address: known.address }
  // The copy in Sent Items keeps the draft's id and would exist by now; a permanently deleted draft looks the same.
  if (!draft) return { state: 'unclear', known }
  return { state: fingerprintOf(draft) === known.print ? 'written' : 'changed_by_user', draft }
}
