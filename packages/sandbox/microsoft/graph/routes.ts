import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { World } from '../../kit/world.ts'
import { attachmentRoutes } from './attachments.ts'
import { deltaRoutes } from './delta.ts'
import { draftRoutes } from './drafts.ts'
import type { Graph } from './handle.ts'
import { answerHttp } from './http.ts'
import { mailFolderRoutes } from './mail-folders.ts'
import { meRoutes } from './me.ts'
import { messageRoutes } from './messages.ts'
import { mimeAndIdRoutes } from './mime-and-ids.ts'
import { createRouter } from './router.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { createThrottle } from './throttle.ts'
import { uploadSessionRoutes } from './upload-sessions.ts'

/** Everything that can be called under /graph.microsoft.com/v1.0. */
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

export function graphRoutes(world: World): Hono<{ Bindings: HttpBindings }> {
  const graph: Graph = { world, find: createRouter(ROUTES), throttle: createThrottle(world) }
  world.onReset.push(() => {
    graph.throttle = createThrottle(world)
  })
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.all('/v1.0/*', (c) => answerHttp(graph, c))
  app.all('*', (c) => {
    const message = 'Resource not found: only v1.0 is available.'
    return c.json({ error: { code: 'ResourceNotFound', message } }, 404)
  })
  return app
}
