import type { Route } from '../http/route.ts'
import { processingLogs } from './export-logs.ts'

export const processingLogRoutes: Route[] = [processingLogs]
