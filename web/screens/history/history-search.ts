import { z } from 'zod'
import { LogFilters } from '../../../contract/functions/processing-logs.ts'

/** Stands for the mail of which an action failed, where a status stands. */
export const actionFailed = 'action_failed'

const Moment = z.iso.datetime({ offset: true })

/** The filters as they stand in the address: text, days as YYYY-MM-DD of where the person is. */
export interface HistorySearch {
  mailbox?: string
  folder?: string
  status?: string
  reason?: string
  sender?: string
  text?: string
  from?: string
  to?: string
  page?: string
  /** What is newer is not on these pages: they stay as they are while mail arrives. */
  until?: string
}

const filterNames = ['mailbox', 'folder', 'status', 'reason', 'sender', 'text', 'from', 'to'] as const
export type FilterName = (typeof filterNames)[number]

/**
 * What the address asks for, in the words of the wire. What is not understood is left out: an old address still shows
 * something.
 */
export function filtersOf(search: HistorySearch): LogFilters {
  const asked = {
    mailboxId: search.mailbox,
    folderId: search.folder,
    // Among the statuses for people, though it is one of the mail's actions.
    ...(search.status === actionFailed ? { actionFailed: true } : { status: search.status }),
    reason: search.reason,
    sender: search.sender,
    text: search.text,
    from: startOfDay(search.from, 0),
    // The last day is one that is shown.
    to: startOfDay(search.to, 1),
  }
  const filters: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(asked)) {
    if (value !== undefined && LogFilters.safeParse({ [name]: value }).success) filters[name] = value
  }
  return LogFilters.parse(filters)
}

export function pageOf({ page }: HistorySearch): number {
  const asked = Number(page)
  return Number.isInteger(asked) && asked >= 1 && asked <= 1_000_000 ? asked : 1
}

/**
 * The address with one filter set (or, where the value is empty, without it); a page of other filters means nothing.
 */
export function withFilter(search: HistorySearch, name: FilterName, value: string): HistorySearch {
  const next: HistorySearch = {}
  for (const each of filterNames) {
    const kept = each === name ? value : search[each]
    // Folders belong to a mailbox.
    if (kept && !(each === 'folder' && name === 'mailbox')) next[each] = kept
  }
  return next
}

/**
 * The first page is that of now; the others go on from where it ended. @param until the newest mail that they count
 * from
 */
export function withPage(search: HistorySearch, page: number, until: string | null): HistorySearch {
  const next = { ...search }
  delete next.page
  delete next.until
  if (page > 1) next.page = String(page)
  if (page > 1 && until !== null) next.until = until
  return next
}

/** Null where the address does not say, or says nothing that is a moment. */
export const untilOf = ({ until }: HistorySearch): string | null => Moment.safeParse(until).data ?? null

export const filterCount = (search: HistorySearch): number => filterNames.filter((name) => search[name]).length

/** Midnight where the person is, `later` days after that day. */
function startOfDay(day: string | undefined, later: number): string | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '')
  if (!parts) return undefined
  const midnight = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + later)
  return Number.isNaN(midnight.getTime()) ? undefined : midnight.toISOString()
}
