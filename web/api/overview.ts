import { queryOptions } from '@tanstack/react-query'
import { DashboardOverviewOutput, TimeZone } from '../../contract/functions/dashboard-overview.ts'
import { totalsPollMs } from '../limits.ts'
import { callFunction } from './call-function.ts'

let zone: string | undefined

/** The browser's time zone; UTC if the server does not know it. Read once: creating a format takes milliseconds. */
export const timeZone = (): string => {
  zone ??= TimeZone.safeParse(new Intl.DateTimeFormat().resolvedOptions().timeZone).data ?? 'UTC'
  return zone
}

/**
 * Totals by day in the browser's time zone. Live events only mark them as stale; the interval limits refetches while
 * many messages arrive.
 */
export const overviewQuery = () =>
  queryOptions({
    queryKey: ['overview', timeZone()],
    queryFn: () =>
      callFunction('dashboard-overview', { action: 'summary', timeZone: timeZone() }, DashboardOverviewOutput),
    refetchInterval: ({ state }) => (state.isInvalidated && state.status === 'success' ? totalsPollMs : false),
  })
