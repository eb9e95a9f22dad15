import type { Route } from '../http/route.ts'
import { dashboardOverview } from './dashboard-overview.ts'
import { notifications } from './notifications.ts'

export const dashboardRoutes: Route[] = [dashboardOverview, notifications]
