import type { Route } from '../http/route.ts'
import { actionRuns } from './action-runs.ts'
import { emailActions } from './email-actions.ts'

export const actionRoutes: Route[] = [emailActions, actionRuns]
