import { z } from 'zod'
import { LogFilters } from '../../../contract/functions/processing-logs.ts'
import { addDays, startOfDay } from '../../../contract/local-days.ts'
import { timeZone } from '../../lib/time-zone.ts'
import type { Pages } from '../../routing/pages.ts'

/** Filter value for messages with a failed action; used in place of a status. */
export const actionFailed = 'action_failed'

/** Keeps the offset of a request a valid number. */
const maxPage = 1_000_000

const Moment = z.iso.datetime({ offset: true })

export type HistorySearch = Pages['/history']

const filterNames = ['mailbox', 'folder', 'status', 'reason', 'search', 'from', 'to'] as const
export type FilterName = (typeof filterNames)[number]

/** Filters of a request. Invalid ones are ignored, so that an outdated URL still shows something. */
export function filtersOf(search: HistorySearch): LogFilters {
  const requested = {
    mailboxId: search.mailbox,
    folderId: search.folder,
    // Offered among the statuses, but it is the status of an action.
    ...(search.status === actionFailed ? { actionFailed: true } : { status: search.status }),
    reason: search.reason,
    search: search.search,
    from: startOf(search.from, 0),
    // Exclusive: the day after the last one.
    to: startOf(search.to, 1),
  }
  const filters: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(requested)) {
    if (value !== undefined && LogFilters.safeParse({ [name]: value }).success) filters[name] = value
  }
  return LogFilters.parse(filters)
}

export function pageOf({ page }: HistorySearch): number {
  const number = Number(page)
  return Number.isInteger(number) && number >= 1 && number <= maxPage ? number : 1
}

/** Sets a filter, or removes it if the value is empty; starts at the first page again. */
export function withFilter(search: HistorySearch, name: FilterName, value: string): HistorySearch {
  const next: HistorySearch = {}
  for (const each of filterNames) {
    const filter = each === name ? value : search[each]
    // Folders belong to one mailbox.
    if (filter && !(each === 'folder' && name === 'mailbox')) next[each] = filter
  }
  return next
}

/**
 * The first page shows the newest messages; the others continue from a fixed moment.
 * @param until time of the newest message on the first page
 */
export function withPage(search: HistorySearch, page: number, until: string | null): HistorySearch {
  const next = { ...search }
  delete next.page
  delete next.until
  if (page > 1) next.page = String(page)
  if (page > 1 && until !== null) next.until = until
  return next
}

/** Null if it is missing or invalid. */
export const untilOf = ({ until }: HistorySearch): string | null => Moment.safeParse(until).data ?? null

export const filterCount = (search: HistorySearch): number => filterNames.filter((name) => search[name]).length

/** The first moment for the user, `daysLater` days after the day. */
function startOf(day: string | undefined, daysLater: number): string | undefined {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(day ?? '') || Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return undefined
  return startOfDay(addDays(day ?? '', daysLater), timeZone()).toISOString()
}
