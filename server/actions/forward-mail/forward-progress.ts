import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Draft } from '../../vendors/mailbox/draft.ts'
import { isSettled, unsentDraftState, type DraftProtocol, type DraftState } from '../runner/draft-once.ts'
import { unreadMark } from '../runner/restore-unread.ts'

/**
 * Stored progress of a forward, saved before each call. `unreadAt`: `server/actions/runner/restore-unread.ts`.
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
      fingerprint: z.string(),
      address: z.string(),
      at: z.coerce.date(),
      ...unreadMark,
    }),
    z.strictObject({ step: z.literal('sending'), draftId: z.string(), fingerprint: z.string(), address: z.string() }),
    z.strictObject({ step: z.literal('accepted'), draftId: z.string(), fingerprint: z.string(), address: z.string() }),
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
  async look(mailbox, runId, known) {
    if (known.step === 'creating') {
      const found = await mailbox.effect.find({ effectId: runId, kind: 'forward' })
      return unsentDraftState(found, known, { isWritten: () => false, fingerprintOf })
    }
    const draft = await mailbox.effect.read(known.draftId)
    if (known.step !== 'writing') return sentDraftState(draft, known)
    const isWritten = (there: Draft): boolean =>
      there.isDraft && there.isWritten && isAddressedTo(there, known.address) && isSettled(there, known.at)
    return unsentDraftState(draft, known, { isWritten, fingerprintOf })
  },
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

function sentDraftState(
  draft: Draft | null,
  known: Extract<ForwardProgress, { step: 'sending' | 'accepted' }>,
): ForwardState {
  if (draft && !draft.isDraft) return { state: 'sent', draft, address: known.address }
  if (known.step === 'accepted')
    return draft ? { state: 'unclear', known } : { state: 'sent', draft, address: known.address }
  // The copy in Sent Items keeps the draft's id and would exist by now; a permanently deleted draft looks the same.
  if (!draft) return { state: 'unclear', known }
  return { state: fingerprintOf(draft) === known.fingerprint ? 'written' : 'changed_by_user', draft }
}
