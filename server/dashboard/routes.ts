import type { Route } from '../http/route.ts'
import { dashboardOverview } from './dashboard-overview.ts'
import { notifications } from './notifications.ts'
import { processingLogs } from './processing-logs.ts'

export const dashboardRoutes: Route[] = [dashboardOverview, notifications, processingLogs]
