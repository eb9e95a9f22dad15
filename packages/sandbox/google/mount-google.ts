import type { Routers } from '../kit/mount.ts'
import { serviceMiddleware } from '../kit/service-middleware.ts'
import { googleControl } from './control/accounts.ts'
import { googleFilesControl } from './control/files.ts'
import { googleDriveFaults } from './drive/google-drive-faults.ts'
import { googleDriveRoutes } from './drive/routes.ts'
import { driveViewRoutes } from './drive/file-view.ts'
import { googleFaults } from './oauth/google-faults.ts'
import { accountsRoutes, certsRoutes, oauthRoutes, userinfoRoutes } from './oauth/routes.ts'
import type { GoogleSandbox } from './state.ts'

const OAUTH_HOSTS = {
  'accounts.google.com': accountsRoutes,
  'oauth2.googleapis.com': oauthRoutes,
  'www.googleapis.com/oauth2': certsRoutes,
  'openidconnect.googleapis.com': userinfoRoutes,
}

/** Sign-in and Drive. */
export function mountGoogle({ app, control }: Routers, sandbox: GoogleSandbox): void {
  for (const [host, routes] of Object.entries(OAUTH_HOSTS)) {
    app.use(`/${host}/*`, serviceMiddleware(sandbox, 'google', googleFaults(sandbox)))
    app.route(`/${host}`, routes(sandbox))
  }
  for (const path of ['drive', 'upload']) {
    app.use(`/www.googleapis.com/${path}/*`, serviceMiddleware(sandbox, 'google', googleDriveFaults(sandbox)))
  }
  app.route('/www.googleapis.com', googleDriveRoutes(sandbox))
  app.route('/drive.google.com', driveViewRoutes(sandbox))
  control.route('/google', googleControl(sandbox))
  control.route('/google', googleFilesControl(sandbox))
}
