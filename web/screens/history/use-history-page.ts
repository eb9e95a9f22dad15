import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import type { LogFilters } from '../../../contract/functions/processing-logs.ts'
import { type HistoryPage, historyPageQuery, newerMessageCountQuery } from '../../api/processing-logs.ts'
import { currentLocation } from '../../routing/history-entries.ts'
import { navigate } from '../../routing/router.ts'
import { type HistorySearch, pageOf, untilOf, withPage } from './history-search.ts'

export interface ShownPage {
  page: number
  query: UseQueryResult<HistoryPage>
  /** Number of newer messages that the page leaves out, so that nothing moves while the user works with it. */
  newer: number
  /** Shows the newest messages. */
  showNewest: () => void
  /** The user has started or stopped using the list. */
  onInUseChange: (inUse: boolean) => void
}

/**
 * A page of the history that does not change while the user works with it. Pages after the first have a fixed upper
 * bound, which is in the URL. The first page shows new messages as they arrive, unless its list is in use.
 */
export function useHistoryPage(search: HistorySearch, filters: LogFilters): ShownPage {
  const client = useQueryClient()
  const page = pageOf(search)
  const requestKey = JSON.stringify([filters, page])
  const [inUse, setInUse] = useState(false)
  const [frozen, setFrozen] = useState<{ requestKey: string; until: string } | null>(null)
  const until = page > 1 ? untilOf(search) : frozen?.requestKey === requestKey ? frozen.until : null
  const query = useQuery(historyPageQuery(filters, page, until))
  const { data: newer = 0 } = useQuery(newerMessageCountQuery(filters, until))
  const { data, isFetching, isPlaceholderData } = query
  const settled = until === null && data && !isFetching && !isPlaceholderData ? data : null
  /** Reuses the shown data for the request with this upper bound. */
  const cacheShownPage = (bound: string): void => {
    client.setQueryData(historyPageQuery(filters, page, bound).queryKey, settled ?? undefined)
  }

  // A URL of a later page without an upper bound gets the one that the request has used.
  const usedBound = settled?.until ?? null
  const addBoundToUrl = useEffectEvent((bound: string): void => {
    cacheShownPage(bound)
    changeUrl((current) => (pageOf(current) === page ? withPage(current, page, bound) : current))
  })
  useEffect(() => {
    if (usedBound !== null) addBoundToUrl(usedBound)
  }, [usedBound])

  // A message that is still being processed moves to the top when it is done.
  const isStable = settled?.entries.every(({ status }) => status !== 'processing')
  const newest = page === 1 && isStable ? (settled?.newest ?? null) : null
  const freeze = useEffectEvent((bound: string): void => {
    cacheShownPage(bound)
    startTransition(() => setFrozen({ requestKey, until: bound }))
  })
  // The list may be read again when the user starts to use it: then it freezes with the response.
  useEffect(() => {
    if (inUse && newest !== null) freeze(newest)
  }, [inUse, newest])

  return {
    page,
    query,
    newer,
    showNewest: () => {
      // Also on a later page: the first one may have been frozen before.
      setFrozen(null)
      if (page > 1) void navigate({ to: '/history', search: withPage(search, 1, null) })
    },
    onInUseChange: (isUsed) => {
      setInUse(isUsed)
      if (!isUsed) setFrozen(null)
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
