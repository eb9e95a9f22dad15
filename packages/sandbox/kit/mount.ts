import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'

/** Where a service adds its routes: below its real host names in `app`, and its control calls below `/control`. */
export type Routers = { app: Hono<{ Bindings: HttpBindings }>; control: Hono }
