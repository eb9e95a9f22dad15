import type { RunStatus } from '../../../contract/action-runs.ts'
import type { ActionType } from '../../../contract/actions.ts'
import type { DecisionBasis, ReasonCode } from '../../../contract/reasons.ts'
import type { ProcessingLog } from '../../../contract/tables.ts'
import type { BadgeTone } from '../../ui/badge.tsx'
import { actionFailed } from './history-search.ts'

/** Choices of the status filter; the empty value is no filter. */
export const statusChoices = [
  { value: '', label: 'All statuses' },
  { value: 'processed', label: 'Sorted' },
  { value: 'left', label: 'Left in the inbox' },
  { value: 'limit_reached', label: 'Over the monthly limit' },
  { value: 'failed', label: 'Failed' },
  { value: actionFailed, label: 'An action failed' },
  { value: 'processing', label: 'Processing' },
]

/** Short texts of the reasons, for the filter. `sorted` is missing: it is a status. */
const reasonLabels: Record<Exclude<ReasonCode, 'sorted'>, string> = {
  low_confidence: 'Not sure enough',
  instructions_conflict: 'Instructions and filed mail differ',
  name_only: 'New sender, only the name matches',
  instructions_pasted: 'New sender repeats your instructions',
  assigned: 'Assigned, not moved',
  no_match: 'No folder fits',
  known_person: 'Somebody you have written to',
  user_moved: 'You moved it yourself',
  disabled: 'Folder switched off',
  gone: 'Gone before it was read',
  preview: 'Previewed only',
  own_mail: 'Written by us',
  limit: 'Monthly limit reached',
  too_large: 'Too large to be read',
  poison: 'Failed after several tries',
  auth: 'Sign-in no longer accepted',
  model_invalid: 'Language model: wrong answer',
  model_down: 'Language model: no answer',
  budget: 'Language model: budget used up',
}
export const reasonChoices = [
  { value: '', label: 'All reasons' },
  ...Object.entries(reasonLabels).map(([value, label]) => ({ value, label })),
]

const deciderTexts: Record<NonNullable<ProcessingLog['decided_by']>, string> = {
  user: 'You, by hand',
  condition: 'A condition of yours',
  known_person: 'Your setting that mail from people you have written to stays in the inbox',
  correction: 'An earlier correction of yours about mail like this',
  classifier: 'The sorter, from how your mail is filed and from your instructions',
  model: 'The language model, from your instructions',
}

const basisTexts = {
  instructions: 'The sorter, from your instructions',
  learning: 'The sorter, from how your mail is filed',
} as const satisfies Record<DecisionBasis, string>

export function deciderText({ decided_by, decision_basis }: ProcessingLog): string {
  if (decided_by === null) return 'Nobody: it was not decided'
  if (decided_by === 'condition' && decision_basis === 'instructions') return 'Your instructions, which name the sender'
  return decided_by === 'classifier' && decision_basis ? basisTexts[decision_basis] : deciderTexts[decided_by]
}

/** By action type, since an action that was removed from the folder has no name any more. */
export const actionLabels: Record<ActionType, string> = {
  draft_reply: 'Draft reply',
  forward_mail: 'Forward mail',
  store_attachment_dropbox: 'Store attachments in Dropbox',
  store_attachment_google_drive: 'Store attachments in Google Drive',
  store_attachment_onedrive: 'Store attachments in OneDrive',
  store_google_drive: 'Store in Google Drive',
  ai_agent_action: 'AI agent',
}

export const notSetUpBadge = { tone: 'neutral', label: 'Not set up' } as const satisfies {
  tone: BadgeTone
  label: string
}

export const runBadges = {
  waiting: { tone: 'neutral', label: 'Waiting' },
  running: { tone: 'accent', label: 'Running' },
  done: { tone: 'good', label: 'Done' },
  skipped: { tone: 'neutral', label: 'Not needed' },
  failed: { tone: 'bad', label: 'Failed' },
} as const satisfies Record<RunStatus, { tone: BadgeTone; label: string }>
