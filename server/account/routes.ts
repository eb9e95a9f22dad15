import type { Route } from '../http/route.ts'
import { accountActivity } from './account-activity.ts'
import { accountData } from './account-data.ts'
import { accountSessions } from './account-sessions.ts'

export const accountRoutes: Route[] = [accountSessions, accountActivity, accountData]
