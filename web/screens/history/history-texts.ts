import type { RunStatus } from '../../../contract/action-runs.ts'
import type { DecisionBasis, ReasonCode } from '../../../contract/reasons.ts'
import type { ProcessingLog } from '../../../contract/tables.ts'
import type { BadgeTone } from '../../ui/badge.tsx'
import { actionFailed } from './history-search.ts'
import { t, text } from '../../texts/translate.ts'

/** Choices of the status filter; the empty value is no filter. */
export const statusChoices = [
  { value: '', label: text('All statuses') },
  { value: 'processed', label: text('Sorted') },
  { value: 'left', label: text('Left in the inbox') },
  { value: 'limit_reached', label: text('Over the monthly limit') },
  { value: 'failed', label: text('Failed') },
  { value: actionFailed, label: text('An action failed') },
  { value: 'processing', label: text('Processing') },
]

/** Short texts of the reasons, for the filter. `sorted` is missing: it is a status. */
const reasonLabels: Record<Exclude<ReasonCode, 'sorted'>, string> = {
  low_confidence: text('Not sure enough'),
  instructions_conflict: text('Instructions and filed email differ'),
  name_only: text('New sender, words of your folder'),
  instructions_pasted: text('New sender, words of your instructions'),
  assigned: text('Assigned, not moved'),
  no_match: text('No folder fits'),
  known_person: text('Someone you have written to'),
  user_moved: text('Moved by you, or moved or deleted elsewhere'),
  disabled: text('Folder switched off'),
  gone: text('Deleted or moved before it was read'),
  preview: text('Previewed only'),
  own_mail: text('Written by us'),
  sign_in_code: text('Code or link to sign in'),
  account_security: text('Security of an account'),
  phishing: text('Looks like phishing'),
  limit: text('Monthly limit reached'),
  too_large: text('Too large to be read'),
  poison: text('Failed after several attempts'),
  auth: text('Sign-in no longer accepted'),
  model_invalid: text('Language model: wrong response'),
  model_down: text('Language model: no response'),
  budget: text('Language model: budget used up'),
}
export const reasonChoices = [
  { value: '', label: text('All reasons') },
  ...Object.entries(reasonLabels).map(([value, label]) => ({ value, label })),
]

const deciderTexts: Record<NonNullable<ProcessingLog['decided_by']>, string> = {
  user: text('You'),
  condition: text('A condition of yours'),
  known_person: text('Your setting that email from people you have written to stays in the inbox'),
  correction: text('An earlier correction of yours about email like this'),
  security: text('Your protection: codes, security notices and phishing stay in the inbox'),
  classifier: text('The sorter, from how your email is filed and from your instructions'),
  model: text('The language model, from your instructions'),
}

const basisTexts = {
  instructions: text('The sorter, from your instructions'),
  learning: text('The sorter, from how your email is filed'),
} as const satisfies Record<DecisionBasis, string>

/** Null: it was not decided; the reason says why. */
export function deciderText({ decided_by, decision_basis }: ProcessingLog): string | null {
  if (decided_by === null) return null
  if (decided_by === 'condition' && decision_basis === 'instructions')
    return t('Your instructions, which name the sender')
  return t(decided_by === 'classifier' && decision_basis ? basisTexts[decision_basis] : deciderTexts[decided_by])
}

export const notSetUpBadge = { tone: 'neutral', label: text('Not set up') } as const satisfies {
  tone: BadgeTone
  label: string
}

/** The action runs when the user says so. */
export const waitsForUserBadge = { tone: 'accent', label: text('Waits for you') } as const satisfies {
  tone: BadgeTone
  label: string
}

export const runBadges = {
  waiting: { tone: 'neutral', label: text('Waiting') },
  running: { tone: 'accent', label: text('Running') },
  done: { tone: 'good', label: text('Done') },
  skipped: { tone: 'neutral', label: text('Not needed') },
  failed: { tone: 'bad', label: text('Failed') },
} as const satisfies Record<RunStatus, { tone: BadgeTone; label: string }>
