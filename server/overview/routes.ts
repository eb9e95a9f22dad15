import type { Route } from '../http/route.ts'
import { folderActivity } from './folder-activity.ts'
import { dashboardOverview } from './dashboard-overview.ts'

export const overviewRoutes: Route[] = [dashboardOverview, folderActivity]
