import type { Route } from '../http/routing/route.ts'
import { confirmDigestRoutes } from './confirm-digest-page.ts'
import { correctEmailRoutes } from './correct-email-page.ts'
import { emailDigest } from './email-digest.ts'
import { endDigestRoutes } from './end-digest-page.ts'

export const digestRoutes: Route[] = [emailDigest, ...endDigestRoutes, ...confirmDigestRoutes, ...correctEmailRoutes]
