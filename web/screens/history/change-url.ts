import { currentLocation } from '../../routing/history-entries.ts'
import { navigate } from '../../routing/router.ts'
import type { HistorySearch } from './history-search.ts'

/**
 * Changes the query parameters of the history, which its screen shows later: from those in the URL, so that two quick
 * changes both count, and not once the user has left the history.
 */
export function changeUrl(update: (search: HistorySearch) => HistorySearch): void {
  const { pathname, search } = currentLocation()
  if (pathname !== '/history') return
  void navigate({ to: '/history', search: update(search), replace: true, resetScroll: false })
}
