import type { Routers } from '../kit/mount.ts'
import { serviceMiddleware } from '../kit/service-middleware.ts'
import { dropboxControl } from './control.ts'
import { dropboxFaults } from './dropbox-faults.ts'
import { authorizeRoutes } from './oauth/authorization-endpoint.ts'
import { apiRoutes, contentRoutes } from './routes.ts'
import type { DropboxSandbox } from './state.ts'

const HOSTS = {
  'www.dropbox.com': authorizeRoutes,
  'api.dropboxapi.com': apiRoutes,
  'content.dropboxapi.com': contentRoutes,
}

export function mountDropbox({ app, control }: Routers, sandbox: DropboxSandbox): void {
  for (const [host, routes] of Object.entries(HOSTS)) {
    app.use(`/${host}/*`, serviceMiddleware(sandbox, 'dropbox', dropboxFaults(sandbox)))
    app.route(`/${host}`, routes(sandbox))
  }
  control.route('/dropbox', dropboxControl(sandbox))
}
