import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { LogFilters } from '../../../contract/functions/processing-logs.ts'
import { historyPageQuery, newerMessageCountQuery, type HistoryPage } from '../../api/processing-logs.ts'
import { type HistorySearch, pageOf, untilOf, withPage } from './history-search.ts'

export interface ShownPage {
  page: number
  query: UseQueryResult<HistoryPage>
  /** Mail that came since, which the page leaves out so that nothing moves under somebody's hand. */
  newer: number
  /** To the newest. */
  showNewest: () => void
  /** Somebody has come to use the list, or has left it. */
  onInUseChange: (inUse: boolean) => void
}

/**
 * A page of the history that does not move while somebody is at it. Pages beyond the first go on from the mail that was
 * the newest
 * when the first was left, and say so in their address. The first takes in what arrives, unless its list is in use.
 */
export function useHistoryPage(search: HistorySearch, filters: LogFilters): ShownPage {
  const client = useQueryClient()
  const navigate = useNavigate()
  const page = pageOf(search)
  const asked = JSON.stringify([filters, page])
  const [held, setHeld] = useState<{ asked: string; until: string } | null>(null)
  const until = page > 1 ? untilOf(search) : held?.asked === asked ? held.until : null
  const query = useQuery(historyPageQuery(filters, page, until))
  const { data: newer = 0 } = useQuery(newerMessageCountQuery(filters, until))
  const { data, isFetching, isPlaceholderData } = query
  const settled = until === null && data && !isFetching && !isPlaceholderData ? data : null
  /** The page that is shown is from now on asked for as it is. */
  const keep = (moment: string): void => {
    client.setQueryData(historyPageQuery(filters, page, moment).queryKey, settled ?? undefined)
  }

  // An address of a further page without a moment: it gets the one that the server has counted from.
  const counted = settled?.until ?? null
  const complete = useEffectEvent((moment: string): void => {
    keep(moment)
    void navigate({ to: '/history', search: withPage(search, page, moment), replace: true, resetScroll: false })
  })
  useEffect(() => {
    if (counted !== null) complete(counted)
  }, [counted])

  return {
    page,
    query,
    newer,
    showNewest: () => {
      if (page === 1) setHeld(null)
      else void navigate({ to: '/history', search: withPage(search, 1, null) })
    },
    onInUseChange: (inUse) => {
      if (!inUse) return setHeld(null)
      // A mail that is still being processed moves to the top when it is done: the list is not at rest yet.
      const atRest = settled?.entries.every(({ status }) => status !== 'processing')
      if (page > 1 || !atRest || !settled?.newest) return
      keep(settled.newest)
      setHeld({ asked, until: settled.newest })
    },
  }
}
