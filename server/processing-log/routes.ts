import type { Route } from '../http/routing/route.ts'
import { processingLogs } from './export-logs.ts'

export const processingLogRoutes: Route[] = [processingLogs]
