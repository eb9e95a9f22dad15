import { checkConcurrency } from './check-concurrency.ts'
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
} from './check-messages.ts'
import { checkResults } from './check-results.ts'
import { checkMissingDrafts, checkMissingRuns, checkOrder, checkRepeatedDrafts, checkRunResults } from './check-runs.ts'
import { checkSubscription } from './check-subscription.ts'
import { checkRequestedWaits } from './check-waits.ts'
import type { Checker } from './final-state.ts'

/** By the rules of docs/invariants.md. */
const checkers: readonly Checker[] = [
  checkLostMessages,
  checkSecondRows,
  checkRepeatedMoves,
  checkResults,
  checkDisappearedMessages,
  checkAddedMessages,
  checkMovesAgainstUser,
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
