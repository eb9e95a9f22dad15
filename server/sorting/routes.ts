import type { Route } from '../http/route.ts'
import { folderConditions } from './folder-conditions.ts'
import { sortedMail } from './sorted-mail.ts'

export const sortingRoutes: Route[] = [sortedMail, folderConditions]
