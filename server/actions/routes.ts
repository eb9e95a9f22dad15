import type { Route } from '../http/route.ts'
import { emailActions } from './email-actions.ts'

export const actionRoutes: Route[] = [emailActions]
