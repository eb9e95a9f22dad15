import { queryOptions } from '@tanstack/react-query'
import { DashboardOverviewOutput } from '../../contract/functions/dashboard-overview.ts'
import { timeZone } from '../lib/time-zone.ts'
import { totalsPollMs } from '../limits.ts'
import { callFunction } from './call-function.ts'

/**
 * Totals by day in the user's time zone. The interval limits refetches while many messages arrive.
 */
export const overviewQuery = () =>
  queryOptions({
    queryKey: ['overview', timeZone()],
    queryFn: () =>
      callFunction('dashboard-overview', { action: 'summary', timeZone: timeZone() }, DashboardOverviewOutput),
    refetchInterval: ({ state }) => (state.isInvalidated && state.status === 'success' ? totalsPollMs : false),
  })
