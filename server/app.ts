import { Hono } from 'hono'
import { accountRoutes } from './account/routes.ts'
import { folderActionWriteDuties } from './actions/configuration/table-write-duties.ts'
import { actionRoutes } from './actions/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { backupRoutes } from './backup/routes.ts'
import { billingRoutes } from './billing/routes.ts'
import { subscriptionWriteDuties } from './billing/subscription-write-duties.ts'
import { connectionRoutes } from './connections/routes.ts'
import type { Context } from './context.ts'
import { digestRoutes } from './digest/routes.ts'
import { toErrorResponse } from './http/response/error-response.ts'
import { liveEventsRoute } from './http/live/live-events-route.ts'
import { mountJoinedCalls } from './http/routing/joined-calls-route.ts'
import { mountRoutes } from './http/routing/mount-routes.ts'
import { operatorRoutes, pageConfigRoutes } from './http/operator/operator-routes.ts'
import { newRequestId } from './http/request/request-id.ts'
import type { RawRoute, Route } from './http/routing/route.ts'
import { addSecurityHeaders } from './http/response/security-headers.ts'
import { AppError } from './errors.ts'
import { operatorFunctions } from './operator/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { processingLogRoutes } from './processing-log/routes.ts'
import { promptRoutes } from './prompts/routes.ts'
import { setUpRoutes } from './set-up/routes.ts'
import { sortingRoutes } from './sorting/routes.ts'
import { createTableRoutes } from './tables/routes.ts'
import type { TableWriteDuties } from './tables/write-duties.ts'

/** What a client's write to a table has to do beside it, by table. */
const tableWriteDuties: TableWriteDuties = {
  email_folder_actions: folderActionWriteDuties,
  subscriptions: async (ctx, _tx, { user }) => subscriptionWriteDuties(ctx, user),
}

/** All routes. */
export const routes: Route[] = [
  ...pageConfigRoutes,
  ...operatorRoutes,
  liveEventsRoute,
  ...authRoutes,
  ...backupRoutes,
  ...accountRoutes,
  ...createTableRoutes(tableWriteDuties),
  ...mailRoutes,
  ...actionRoutes,
  ...connectionRoutes,
  ...promptRoutes,
  ...billingRoutes,
  ...overviewRoutes,
  ...processingLogRoutes,
  ...notificationRoutes,
  ...digestRoutes,
  ...setUpRoutes,
  ...sortingRoutes,
  ...operatorFunctions,
]

/** Unrouted paths below these prefixes return 404 in JSON, never the page. */
const apiPrefixes = ['/functions/', '/api/', '/auth/v1', '/rest/v1']

/** @param pages the built page, see `http/pages/static-pages.ts` */
export function createApp(ctx: Context, pages: RawRoute[]): Hono {
  const app = createBareApp(ctx)
  app.route('/', mountRoutes(ctx, routes))
  mountJoinedCalls(ctx, app)
  for (const prefix of apiPrefixes) {
    app.all(`${prefix}/*`.replace('//', '/'), (c) =>
      toErrorResponse(ctx, new AppError('not_found'), {
        requestId: newRequestId(),
        method: c.req.method,
        route: prefix,
      }),
    )
  }
  app.route('/', mountRoutes(ctx, pages))
  return app
}

/** What a worker serves: its health and its metrics. */
export const createOperatorApp = (ctx: Context): Hono => createBareApp(ctx).route('/', mountRoutes(ctx, operatorRoutes))

function createBareApp(ctx: Context): Hono {
  const app = new Hono()
  const secure = ctx.config.publicUrl.startsWith('https:')
  app.use(async (c, next) => {
    await next()
    addSecurityHeaders(c.res.headers, secure)
    // A proxy keeps connections open for its next requests; those must go to another node.
    if (ctx.stopping.aborted) c.res.headers.set('connection', 'close')
  })
  app.onError((error, c) =>
    toErrorResponse(ctx, error, { requestId: newRequestId(), method: c.req.method, route: 'unrouted' }),
  )
  return app
}
