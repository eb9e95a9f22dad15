import type { MailboxRow } from '../../mail/queries.ts'
import type { Candidate, Decision } from '../decision/decide.ts'
import { wouldGo } from '../decision/explanation.ts'

/** Whether the person wants to see first where mail would go. */
export const isPreviewed = ({ preview_until }: Pick<MailboxRow, 'preview_until'>, now: Date): boolean =>
  preview_until !== null && preview_until > now

/** The mail stays in the inbox; the folder where it would go stands beside it. What would stay anyway is told as ever. */
export function asPreviewed(decision: Decision, candidates: readonly Candidate[]): Decision {
  const { folderId, confidence, explanation } = decision
  const folder = candidates.find(({ id }) => id === folderId)
  if (folderId === null || !folder) return decision
  return {
    ...decision,
    folderId: null,
    reason: 'preview',
    explanation: wouldGo(folder.name, explanation),
    runnerUp: { folderId, confidence },
  }
}
