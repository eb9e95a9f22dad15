import type { Route } from '../http/route.ts'
import { processingLogs } from './processing-logs.ts'

export const processingLogRoutes: Route[] = [processingLogs]
