import { addMs } from '../../../server/clock.ts'
import { retryAfterSeconds } from '../incidents.ts'
import type { Checker } from './final-state.ts'

/** Calls that are sent while the nodes learn of the wait are permitted. */
const LEARNING_MS = 2000
/** The times of two nodes differ by the errors of their readings of the database's time, which a busy machine makes. */
const CLOCK_ERROR_MS = 500
const WAIT_MS = retryAfterSeconds * 1000 - CLOCK_ERROR_MS

/** Rule 14. A node or a database that fails before the wait is stored may lose it. */
export const checkRequestedWaits: Checker = ({ calls, interruptions }) =>
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
