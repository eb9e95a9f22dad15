import type { Route } from '../http/route.ts'
import { sortedMail } from './sorted-mail.ts'

export const sortingRoutes: Route[] = [sortedMail]
