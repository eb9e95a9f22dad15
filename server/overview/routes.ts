import type { Route } from '../http/route.ts'
import { dashboardOverview } from './dashboard-overview.ts'

export const overviewRoutes: Route[] = [dashboardOverview]
