import type { Route } from '../http/routing/route.ts'
import { connectionCallbackRoutes } from './connection-callback.ts'
import { serviceAuth } from './service-auth.ts'
import { serviceConnections } from './service-connections.ts'

export const connectionRoutes: Route[] = [serviceConnections, ...serviceAuth, ...connectionCallbackRoutes]
