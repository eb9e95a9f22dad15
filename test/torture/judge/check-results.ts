import { ReasonCode, type LogStatus } from '../../../contract/reasons.ts'
import type { LogRow } from '../stored-state.ts'
import type { Checker, FinalState } from './final-state.ts'

type Explanation = (state: FinalState, row: LogRow) => boolean

const never: Explanation = () => false
/** The classifier has learned from the user that newsletters belong in the inbox. */
const isReturnedKind: Explanation = ({ delivered, movedBack }, { messageId, processedAt }) =>
  delivered.get(messageId) === 'newsletter' &&
  [...movedBack.values()].some((movedAt) => processedAt !== null && movedAt < processedAt)

/**
 * Whether something that the run did explains why a message ended so. Senders are known, no folder has instructions, no
 * language model is configured, and the user only moves newsletters back: most reasons have no explanation.
 */
const explanations: Record<ReasonCode, Explanation> = {
  sorted: () => true,
  // Judged by rule 7.
  poison: () => true,
  user_moved: ({ movedBack }, { messageId }) => movedBack.has(messageId),
  no_match: isReturnedKind,
  low_confidence: isReturnedKind,
  assigned: never,
  limit: never,
  known_person: never,
  name_only: never,
  instructions_pasted: never,
  instructions_conflict: never,
  model_invalid: never,
  model_down: never,
  budget: never,
  auth: never,
  gone: never,
  disabled: never,
  too_large: never,
  own_mail: never,
  preview: never,
  sign_in_code: never,
  account_security: never,
  phishing: never,
  delayed: never,
}

const statuses: Partial<Record<ReasonCode, LogStatus>> = {
  sorted: 'processed',
  assigned: 'processed',
  poison: 'failed',
  limit: 'limit_reached',
}

/** Rule 3. */
export const checkResults: Checker = (state) =>
  state.log.flatMap((row) => {
    const fault = resultFault(state, row)
    return fault === null ? [] : [`3: message ${row.messageId} (${row.status}, ${row.reason}) ${fault}`]
  })

function resultFault(state: FinalState, row: LogRow): string | null {
  const { status, reason } = row
  if (status === 'processing') return 'has no result'
  const code = ReasonCode.safeParse(reason).data
  if (code === undefined) return 'ended without a reason of the list'
  if (status !== (statuses[code] ?? 'left')) return 'has a reason of another status'
  return explanations[code](state, row) ? null : 'ended so, and nothing that the run did explains it'
}
