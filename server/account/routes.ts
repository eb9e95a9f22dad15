import type { Route } from '../http/routing/route.ts'
import { accountActivity } from './account-activity.ts'
import { accountData } from './account-data.ts'
import { accountSessions } from './account-sessions.ts'
import { accountTimeZone } from './account-time-zone.ts'

export const accountRoutes: Route[] = [accountSessions, accountActivity, accountData, accountTimeZone]
