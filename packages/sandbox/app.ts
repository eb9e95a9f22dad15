import type { HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { mountDropbox } from './dropbox/mount-dropbox.ts'
import { mountGoogle } from './google/mount-google.ts'
import { imapControl } from './imap/control.ts'
import { controlRoutes } from './kit/control.ts'
import { sameSite } from './kit/same-site.ts'
import { mountMicrosoft } from './microsoft/mount-microsoft.ts'
import { mountModel } from './model/mount-model.ts'
import { pageRoutes } from './page/routes.ts'
import { resetSandbox, type SandboxState } from './sandbox-state.ts'
import { exportSeeds } from './seeds/export-seeds.ts'
import { mountStripe } from './stripe/mount-stripe.ts'
import { mountTeamleader } from './teamleader/mount-teamleader.ts'

/**
 * All services below their real host names, the control API, and the front page.
 * @param around applied to every call
 */
export function createApp(sandbox: SandboxState, ...around: MiddlewareHandler[]): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  for (const each of around) app.use(each)
  const control = controlRoutes(sandbox, () => resetSandbox(sandbox))
  const routers = { app, control }
  mountMicrosoft(routers, sandbox)
  mountGoogle(routers, sandbox)
  mountDropbox(routers, sandbox)
  mountModel(routers, sandbox)
  mountTeamleader(routers, sandbox)
  mountStripe(routers, sandbox)
  control.route('/imap', imapControl(sandbox))
  control.get('/seeds', async (c) => c.json(await exportSeeds(new Date(sandbox.clock.now()))))
  app.use('/control/*', sameSite)
  app.route('/control', control)
  app.route('/', pageRoutes(sandbox))
  return app
}
