import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { MicrosoftSandbox } from '../state.ts'
import { attachmentRoutes } from './attachments.ts'
import { deltaRoutes } from './delta.ts'
import { draftRoutes } from './drafts.ts'
import type { Graph } from './handle-call.ts'
import { respondToHttp } from './respond-to-http.ts'
import { mailFolderRoutes } from './mail-folders.ts'
import { meRoutes } from './me.ts'
import { messageRoutes } from './messages.ts'
import { mimeAndIdRoutes } from './mime-and-ids.ts'
import { createRouter } from './router.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { createThrottle } from './throttle.ts'
import { uploadSessionRoutes } from './upload-sessions.ts'

/** All routes under /graph.microsoft.com/v1.0, except those of OneDrive. */
const ROUTES = [
  ...meRoutes,
  ...mailFolderRoutes,
  ...messageRoutes,
  ...draftRoutes,
  ...attachmentRoutes,
  ...uploadSessionRoutes,
  ...mimeAndIdRoutes,
  ...deltaRoutes,
  ...subscriptionRoutes,
]

export function graphRoutes(sandbox: MicrosoftSandbox): Hono<{ Bindings: HttpBindings }> {
  const graph: Graph = { sandbox, find: createRouter(ROUTES), throttle: createThrottle(sandbox) }
  sandbox.onReset.push(() => {
    graph.throttle = createThrottle(sandbox)
  })
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.all('/v1.0/*', (c) => respondToHttp(graph, c))
  app.all('*', (c) => {
    const message = 'Resource not found: only v1.0 is available.'
    return c.json({ error: { code: 'ResourceNotFound', message } }, 404)
  })
  return app
}
