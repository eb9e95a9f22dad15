import { queryOptions } from '@tanstack/react-query'
import { DashboardOverviewOutput, TimeZone } from '../../contract/functions/dashboard-overview.ts'
import { callFunction } from './call-function.ts'

/** While mail pours in the sums are taken anew at this pace, not with every mail. */
const liveMs = 5000

/** A browser that does not know where it is names no zone that the server knows. */
/** Where the person is. */
export const timeZone = (): string => {
  const zone = TimeZone.safeParse(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  return zone.success ? zone.data : 'UTC'
}

/** Days are those of where the person is. */
export const overviewQuery = () => {
  const zone = timeZone()
  return queryOptions({
    queryKey: ['overview', zone],
    queryFn: () => callFunction('dashboard-overview', { action: 'summary', timeZone: zone }, DashboardOverviewOutput),
    refetchInterval: ({ state }) => (state.isInvalidated && state.status === 'success' ? liveMs : false),
  })
}
