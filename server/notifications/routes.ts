import type { Route } from '../http/routing/route.ts'
import { notifications } from './notifications.ts'

export const notificationRoutes: Route[] = [notifications]
