import { checkAbandonedRuns, checkPoison } from './check-given-up.ts'
import {
  checkAddedMessages,
  checkCount,
  checkDisappearedMessages,
  checkLostMessages,
  checkMovesAgainstUser,
  checkRepeatedMoves,
  checkSecondRows,
  checkUntrueRows,
  checkWronglyLearned,
} from './check-messages.ts'
import { checkResults } from './check-results.ts'
import { checkMissingDrafts, checkMissingRuns, checkOrder, checkRepeatedDrafts, checkRunResults } from './check-runs.ts'
import type { Checker } from './final-state.ts'
import { mailboxConcurrency } from '../../../server/mail/limits.ts'
import { addMs } from '../../../server/clock.ts'
import { retryAfterSeconds } from '../incidents.ts'

/** Calls that are sent while the nodes learn of the wait are permitted. */
const LEARNING_MS = 2000
/** The times of two nodes differ by the errors of their readings of the database's time, which a busy machine makes. */
const CLOCK_ERROR_MS = 500
const WAIT_MS = retryAfterSeconds * 1000 - CLOCK_ERROR_MS

/** Rule 14. A node or a database that fails before the wait is stored may lose it. */
const checkRequestedWaits: Checker = ({ calls, interruptions }) =>
  calls
    // A mailbox with too many calls in flight requests other waits.
    .filter(({ status, exceedsConcurrency }) => status === 429 && !exceedsConcurrency)
    .flatMap(({ at }) => {
      const from = new Date(at)
      const [known, until] = [addMs(from, LEARNING_MS), addMs(from, WAIT_MS)]
      if (interruptions.some((one) => one.to >= from && one.from <= known)) return []
      return calls
        .filter((call) => new Date(call.at) > known && new Date(call.at) < until)
        .map((call) => `14: a call of ${call.at} was sent in the wait that Outlook requested at ${at}`)
    })

/** Rule 18. */
const checkSubscription: Checker = ({ subscriptions }) => {
  if (subscriptions === null) return []
  const { live, stored } = subscriptions
  if (live.length !== 1) return [`18: the mailbox has ${live.length} live subscriptions`]
  return live[0] === stored ? [] : [`18: the live subscription is ${live[0]}, and the stored one ${stored}`]
}

/** Rule 13. */
const checkConcurrency: Checker = ({ calls }) => {
  const highest = Math.max(0, ...calls.map(({ concurrency }) => concurrency))
  return highest > mailboxConcurrency ? [`13: ${highest} calls to Graph were in flight`] : []
}

/** By the rules of docs/invariants.md. */
const checkers: readonly Checker[] = [
  checkLostMessages,
  checkSecondRows,
  checkRepeatedMoves,
  checkResults,
  checkDisappearedMessages,
  checkAddedMessages,
  checkMovesAgainstUser,
  checkWronglyLearned,
  checkOrder,
  checkPoison,
  checkRepeatedDrafts,
  checkMissingDrafts,
  checkMissingRuns,
  checkRunResults,
  checkAbandonedRuns,
  checkConcurrency,
  checkRequestedWaits,
  checkSubscription,
  checkCount,
  checkUntrueRows,
]

export const findViolations: Checker = (state) => checkers.flatMap((check) => check(state))
