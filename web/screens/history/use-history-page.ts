import type { LogFilters } from '../../../contract/functions/processing-logs.ts'
import { logsPageSize } from '../../../contract/limits.ts'
import { type LogPage, useLogPage } from '../../features/mail/use-log-page.ts'
import { currentLocation } from '../../routing/history-entries.ts'
import { navigate } from '../../routing/router.ts'
import { type HistorySearch, pageOf, untilOf, withPage } from './history-search.ts'

export interface ShownPage extends LogPage {
  page: number
}

/** A page of the history. Pages after the first have a fixed upper bound, which is in the URL. */
export function useHistoryPage(search: HistorySearch, filters: LogFilters): ShownPage {
  const page = pageOf(search)
  const shown = useLogPage({
    filters,
    page,
    limit: logsPageSize,
    until: untilOf(search),
    onBound: (bound) => changeUrl((current) => (pageOf(current) === page ? withPage(current, page, bound) : current)),
  })
  return {
    ...shown,
    page,
    showNewest: () => {
      shown.showNewest()
      if (page > 1) void navigate({ to: '/history', search: withPage(search, 1, null) })
    },
  }
}

/**
 * Changes the query parameters of the history, which its screen shows later: from those in the URL, so that two quick
 * changes both count, and not once the user has left the history.
 */
export function changeUrl(update: (search: HistorySearch) => HistorySearch): void {
  const { pathname, search } = currentLocation()
  if (pathname !== '/history') return
  void navigate({ to: '/history', search: update(search), replace: true, resetScroll: false })
}
