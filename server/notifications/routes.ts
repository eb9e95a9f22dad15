import type { Route } from '../http/route.ts'
import { notifications } from './notifications.ts'

export const notificationRoutes: Route[] = [notifications]
