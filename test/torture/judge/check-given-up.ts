import { messageMaxAttempts } from '../../../server/sorting/limits.ts'
import { runMaxAttempts } from '../../../server/actions/limits.ts'
import type { AttemptChange } from '../attempt-history.ts'
import { countedFailures, isExplained } from './counted-failures.ts'
import type { Checker, FinalState } from './final-state.ts'

/** Rule 7. */
export const checkPoison: Checker = (state) =>
  state.log
    .filter(({ reason }) => reason === 'poison')
    .flatMap(({ messageId: id }) =>
      missingFailures(state, id, 'sorting', messageMaxAttempts).map((what) => `7: message ${id} is poison: ${what}`),
    )

/**
 * Rule 9. An outage of a connected account may also end a run; these mailboxes have none, and an outage of Outlook has
 * to be waited for.
 */
export const checkAbandonedRuns: Checker = (state) =>
  state.log
    .filter(({ runs }) => runs.some(({ reason }) => reason === 'gave_up'))
    .flatMap(({ messageId: id }) =>
      missingFailures(state, id, 'actions', runMaxAttempts).map(
        (what) => `9: the run of message ${id} gave up: ${what}`,
      ),
    )

function missingFailures(state: FinalState, id: string, work: AttemptChange['work'], max: number): string[] {
  const failures = countedFailures(
    state.attempts.filter((attempt) => attempt.messageId === id && attempt.work === work),
    max,
  )
  if (failures.length < max) return [`only ${failures.length} of ${max} attempts were counted`]
  const unexplained = failures.filter((failure) => !isExplained(state, id, failure))
  return unexplained.map(({ from }) => `nothing interrupted its attempt of ${from.toISOString()}`)
}
