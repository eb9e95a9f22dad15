/** One change of an item, and the time from which it is visible. */
export type Change = {
  sequence: number
  at: number
  /** The time from which delta queries include it. */
  visibleFrom: number
  type: 'created' | 'updated' | 'deleted'
  immutableId: string
  restId: string
  /** Counts of the folder after the change. */
  total: number
  unread: number
}

/** Changes in order. Old ones are deleted, and delta links from before them expire. */
export type ChangeLog = { entries: Change[]; deletedUpTo: number }

const MAX_ENTRIES = 20_000

export function emptyLog(): ChangeLog {
  return { entries: [], deletedUpTo: 0 }
}

export function appendChange(log: ChangeLog, change: Change): void {
  log.entries.push(change)
  if (log.entries.length <= MAX_ENTRIES) return
  const deleted = log.entries.splice(0, MAX_ENTRIES / 2)
  log.deletedUpTo = deleted.at(-1)?.sequence ?? log.deletedUpTo
}

/** The visible changes after a sequence number; null where some of them are deleted. */
export function changesAfter(log: ChangeLog, sequence: number, now: number): Change[] | null {
  if (sequence < log.deletedUpTo) return null
  const start = indexAfter(log.entries, (change) => change.sequence <= sequence)
  const later = log.entries.slice(start)
  // A change that is not visible yet hides the later ones too, because a link stands for one position in the log.
  const hidden = later.findIndex((change) => change.visibleFrom > now)
  return hidden < 0 ? later : later.slice(0, hidden)
}

/** The counts of a folder at an earlier time, for delayed counts. */
export function countsAt(log: ChangeLog, moment: number): { total: number; unread: number } {
  const last = log.entries[indexAfter(log.entries, (change) => change.at <= moment) - 1]
  return last ? { total: last.total, unread: last.unread } : { total: 0, unread: 0 }
}

function indexAfter(entries: Change[], before: (change: Change) => boolean): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const change = entries[middle]
    if (change && before(change)) low = middle + 1
    else high = middle
  }
  return low
}
