import { queryOptions } from '@tanstack/react-query'
import { DashboardOverviewOutput, TimeZone } from '../../contract/functions/dashboard-overview.ts'
import { totalsPollMs } from '../limits.ts'
import { callFunction } from './call-function.ts'

/** The browser's time zone; UTC if the server does not know it. */
export const timeZone = (): string => {
  const zone = TimeZone.safeParse(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  return zone.success ? zone.data : 'UTC'
}

/**
 * Totals by day in the browser's time zone. Live events only mark them as stale; the interval limits refetches while
 * many messages arrive.
 */
export const overviewQuery = () => {
  const zone = timeZone()
  return queryOptions({
    queryKey: ['overview', zone],
    queryFn: () => callFunction('dashboard-overview', { action: 'summary', timeZone: zone }, DashboardOverviewOutput),
    refetchInterval: ({ state }) => (state.isInvalidated && state.status === 'success' ? totalsPollMs : false),
  })
}
