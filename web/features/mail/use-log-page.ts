import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { type HistoryPage, historyPageQuery, type LogRange, newerMessageCountQuery } from '../../api/processing-logs.ts'
import { logKeys } from '../../api/query-keys.ts'

interface LogPageOptions extends LogRange {
  /** Fixed upper bound of a page; null: none. */
  until?: string | null
  /** Gets the upper bound that a page without one has used. */
  onBound?: (bound: string) => void
}

export interface LogPage {
  query: UseQueryResult<HistoryPage>
  /** Number of newer messages that the page leaves out, so that nothing moves while the user works with it. */
  newer: number
  /** Shows the newest messages. */
  showNewest: () => void
  /** The user has started or stopped using the list. */
  onInUseChange: (inUse: boolean) => void
}

/**
 * A page of the processing log that does not change while the user works with it. The first page shows new messages as
 * they arrive, unless its list is in use.
 */
export function useLogPage({ until: fixed = null, onBound, ...range }: LogPageOptions): LogPage {
  const client = useQueryClient()
  const requestKey = JSON.stringify(range)
  const [inUse, setInUse] = useState(false)
  const [frozen, setFrozen] = useState<{ requestKey: string; until: string } | null>(null)
  const until = range.page > 1 ? fixed : frozen?.requestKey === requestKey ? frozen.until : null
  const query = useQuery(historyPageQuery(range, until))
  const { data: newer = 0 } = useQuery(newerMessageCountQuery(range.filters, until))
  const { data, isFetching, isPlaceholderData } = query
  const settled = until === null && data && !isFetching && !isPlaceholderData ? data : null
  /** Reuses the shown data for the request with this upper bound. */
  const cacheShownPage = (bound: string): void => {
    client.setQueryData(historyPageQuery(range, bound).queryKey, settled ?? undefined)
  }

  const usedBound = settled?.until ?? null
  const reportBound = useEffectEvent((bound: string): void => {
    cacheShownPage(bound)
    onBound?.(bound)
  })
  useEffect(() => {
    if (usedBound !== null) reportBound(usedBound)
  }, [usedBound])

  // A message that is still being processed moves to the top when it is done.
  const isStable = settled?.entries.every(({ status }) => status !== 'processing')
  const newest = range.page === 1 && isStable ? (settled?.newest ?? null) : null
  const freeze = useEffectEvent((bound: string): void => {
    cacheShownPage(bound)
    startTransition(() => setFrozen({ requestKey, until: bound }))
  })
  // The list may be read again when the user starts to use it: then it freezes with the response.
  useEffect(() => {
    if (inUse && newest !== null) freeze(newest)
  }, [inUse, newest])

  return {
    query,
    newer,
    // Also on a later page: the first one may have been frozen before.
    showNewest: () => {
      // The event of the newer messages may come later than their number: the list that was read before is out of date.
      void client.invalidateQueries({ queryKey: logKeys.pages, refetchType: 'none' })
      setFrozen(null)
    },
    onInUseChange: (isUsed) => {
      setInUse(isUsed)
      if (!isUsed) setFrozen(null)
    },
  }
}
