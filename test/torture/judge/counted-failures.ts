import { addMs } from '../../../server/clock.ts'
import type { AttemptChange } from '../attempt-history.ts'
import type { FinalState } from './final-state.ts'
import { calledMessage, isFault } from './graph-calls.ts'

/** A counted attempt that did not end the work. */
interface CountedFailure {
  node: number | null
  from: Date
  /** When the work was postponed, or taken over from a node that died. Null: at the end of the run. */
  to: Date | null
}

/** The clocks of the database, the sandbox and the run differ by parts of a second. */
const TOLERANCE_MS = 1000

/** The failures that the product counted last, at most `max`: it gives up when the attempt after them begins. */
export function countedFailures(history: readonly AttemptChange[], max: number): CountedFailure[] {
  let counted: CountedFailure[] = []
  let last: CountedFailure[] = []
  for (const [n, { node, count, at }] of history.entries()) {
    const before = history[n - 1]?.count ?? 0
    if (count > before) counted = [...counted, { node, from: at, to: history[n + 1]?.at ?? null }]
    else if (count < before && count > 0) counted = counted.slice(0, -1)
    else if (count < before) {
      // The result of a run resets the number as well.
      last = counted
      counted = []
    }
  }
  return (counted.length > 0 ? counted : last).slice(0, max)
}

/** Whether the run did something to the node, or a call of the message failed, while the attempt went on. */
export function isExplained(state: FinalState, messageId: string, { node, from, to }: CountedFailure): boolean {
  const [start, end] = [addMs(from, -TOLERANCE_MS), to && addMs(to, TOLERANCE_MS)]
  const overlaps = (begin: Date, finish: Date): boolean => finish >= start && (end === null || begin <= end)
  return (
    state.interruptions.some((one) => (one.node === null || one.node === node) && overlaps(one.from, one.to)) ||
    state.calls.some(
      (call) =>
        isFault(call) &&
        overlaps(new Date(call.at), new Date(call.at)) &&
        mayConcern(state, messageId, calledMessage(call)),
    )
  )
}

/** A draft is in the conversation of its message. A call that names no message reads what the work needs. */
function mayConcern({ outlook }: FinalState, messageId: string, called: string | null): boolean {
  const conversationOf = (id: string) => outlook.find((one) => one.id === id)?.conversationId
  return called === null || conversationOf(called) === conversationOf(messageId)
}
