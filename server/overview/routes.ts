import type { Route } from '../http/routing/route.ts'
import { folderActivity } from './folder-activity.ts'
import { dashboardOverview } from './dashboard-overview.ts'

export const overviewRoutes: Route[] = [dashboardOverview, folderActivity]
