import type { Route } from '../http/routing/route.ts'
import { operatorSettings } from './operator-settings.ts'

export const setUpRoutes: Route[] = [operatorSettings]
