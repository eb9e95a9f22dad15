import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import type { Candidate, Decision } from '../decision/decision.ts'
import { previewOf } from '../decision/explanation-texts.ts'

/** Whether the mailbox only previews: nothing is moved. */
export const isInPreviewMode = ({ preview_until }: Pick<MailboxRow, 'preview_until'>, now: Date): boolean =>
  preview_until !== null && preview_until > now

/**
 * Leaves the mail in the inbox and records the decided folder as runner-up. A decision for the inbox is unchanged, and
 * so is one for a folder that was deleted in the mailbox: that mail stays anyway, uncounted.
 */
export function toPreviewDecision(decision: Decision, candidates: readonly Candidate[]): Decision {
  const { folderId, confidence, explanation } = decision
  const folder = candidates.find(({ id }) => id === folderId)
  if (folderId === null || !folder || folder.isDeleted) return decision
  return {
    ...decision,
    folderId: null,
    reason: 'preview',
    explanation: previewOf(folder.name, explanation),
    runnerUp: { folderId, confidence },
    secondChoiceId: decision.runnerUp?.folderId ?? null,
  }
}
