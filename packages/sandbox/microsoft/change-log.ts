import type { Change } from './model.ts'

/** Changes in order. Old ones are forgotten, and with them the delta links that would need them. */
export type ChangeLog = { entries: Change[]; forgottenUpTo: number }

const MOST_ENTRIES = 20_000

export function emptyLog(): ChangeLog {
  return { entries: [], forgottenUpTo: 0 }
}

export function note(log: ChangeLog, change: Change): void {
  log.entries.push(change)
  if (log.entries.length <= MOST_ENTRIES) return
  const forgotten = log.entries.splice(0, MOST_ENTRIES / 2)
  log.forgottenUpTo = forgotten.at(-1)?.sequence ?? log.forgottenUpTo
}

/** What came after a sequence number, as far as it can be seen by now; null where too much is forgotten. */
export function changesAfter(log: ChangeLog, sequence: number, now: number): Change[] | null {
  if (sequence < log.forgottenUpTo) return null
  const start = placeAfter(log.entries, (change) => change.sequence <= sequence)
  const later = log.entries.slice(start)
  // What is not to be seen yet holds back what follows it: a link stands for one place in the row.
  const hidden = later.findIndex((change) => change.visibleFrom > now)
  return hidden < 0 ? later : later.slice(0, hidden)
}

/** Counts of a folder as they were at a moment, for those who see them late. */
export function countsAt(log: ChangeLog, moment: number): { total: number; unread: number } {
  const last = log.entries[placeAfter(log.entries, (change) => change.at <= moment) - 1]
  return last ? { total: last.total, unread: last.unread } : { total: 0, unread: 0 }
}

function placeAfter(entries: Change[], before: (change: Change) => boolean): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const change = entries[middle]
    if (change && before(change)) low = middle + 1
    else high = middle
  }
  return low
}
