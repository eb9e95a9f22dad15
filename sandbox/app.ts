import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { controlRoutes } from './kit/control.ts'
import { gate } from './kit/gate.ts'
import type { World } from './kit/world.ts'
import { outlookControl } from './microsoft/control/outlook.ts'
import { entraFaultBody } from './microsoft/entra/errors.ts'
import { entraRoutes } from './microsoft/entra/routes.ts'
import { graphRoutes } from './microsoft/graph/routes.ts'
import { notifyOf } from './microsoft/notify/changes.ts'

/** Every neighbour under its own host's name, the control door, and the front page. */
export function createApp(world: World): Hono<{ Bindings: HttpBindings }> {
  world.outlook.listeners.add((event) => notifyOf(world, event))
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(
    '/login.microsoftonline.com/*',
    gate(world, 'entra', (status) => entraFaultBody(world.clock, status)),
  )
  app.route('/login.microsoftonline.com', entraRoutes(world))
  app.route('/graph.microsoft.com', graphRoutes(world))
  const control = controlRoutes(world)
  control.route('/outlook', outlookControl(world))
  app.route('/control', control)
  return app
}
