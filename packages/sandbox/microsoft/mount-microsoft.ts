import type { Routers } from '../kit/mount.ts'
import { serviceMiddleware } from '../kit/service-middleware.ts'
import { adminControl } from './control/admin-control.ts'
import { idTokenControl } from './control/id-token-control.ts'
import { outlookControl } from './control/mailbox-control.ts'
import { userActionsControl } from './control/user-actions.ts'
import { driveControl } from './drive/control.ts'
import { fileHostRoutes } from './drive/file-host.ts'
import { oneDriveFaults, withRetryAfter } from './drive/onedrive-faults.ts'
import { FILE_HOST } from './drive/render-item.ts'
import { driveRoutes } from './drive/routes.ts'
import { entraFaults } from './entra/entra-faults.ts'
import { entraRoutes } from './entra/routes.ts'
import { graphRoutes } from './graph/routes.ts'
import { uploadFaults, uploadRoutes } from './graph/upload-sessions.ts'
import { notifySubscriptions } from './notify/notify-subscriptions.ts'
import { applyRules } from './notify/inbox-rules.ts'
import type { MicrosoftSandbox } from './state.ts'

/** Entra ID, Outlook and OneDrive by Microsoft Graph, and change notifications. */
export function mountMicrosoft({ app, control }: Routers, sandbox: MicrosoftSandbox): void {
  sandbox.outlook.listeners
    .add((event) => notifySubscriptions(sandbox, event))
    .add((event) => applyRules(sandbox, event))
  app.use('/login.microsoftonline.com/*', serviceMiddleware(sandbox, 'entra', entraFaults(sandbox)))
  app.route('/login.microsoftonline.com', entraRoutes(sandbox))
  // Before the routes of Graph: those read whole bodies into memory, and files can be large.
  for (const prefix of ['/graph.microsoft.com/v1.0/me/drive', `/${FILE_HOST}`]) {
    app.use(`${prefix}/*`, withRetryAfter, serviceMiddleware(sandbox, 'onedrive', oneDriveFaults(sandbox)))
  }
  app.route('/graph.microsoft.com/v1.0/me/drive', driveRoutes(sandbox))
  app.route(`/${FILE_HOST}`, fileHostRoutes(sandbox))
  app.route('/graph.microsoft.com', graphRoutes(sandbox))
  app.use('/outlook.office.com/*', serviceMiddleware(sandbox, 'graph', uploadFaults(sandbox)))
  app.route('/outlook.office.com', uploadRoutes(sandbox))
  control.route('/outlook', outlookControl(sandbox))
  control.route('/outlook', userActionsControl(sandbox))
  control.route('/outlook', idTokenControl(sandbox))
  control.route('/onedrive', driveControl(sandbox))
  control.route('/', adminControl(sandbox))
}
