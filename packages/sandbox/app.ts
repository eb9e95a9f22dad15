import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { dropboxControl } from './dropbox/control.ts'
import { dropboxGate } from './dropbox/gate.ts'
import { authorizeRoutes as dropboxAuthorizeRoutes } from './dropbox/oauth/authorize.ts'
import { apiRoutes, contentRoutes } from './dropbox/routes.ts'
import { googleControl } from './google/control/accounts.ts'
import { googleFilesControl } from './google/control/files.ts'
import { googleDriveGate } from './google/drive/faults.ts'
import { googleDriveRoutes } from './google/drive/routes.ts'
import { driveViewRoutes } from './google/drive/view.ts'
import { googleGate } from './google/gate.ts'
import { accountsRoutes, certsRoutes, oauthRoutes, userinfoRoutes } from './google/routes.ts'
import { controlRoutes } from './kit/control.ts'
import { gate } from './kit/gate.ts'
import { sameSite } from './kit/same-site.ts'
import type { World } from './kit/world.ts'
import { adminControl } from './microsoft/control/admin.ts'
import { byHandControl } from './microsoft/control/by-hand.ts'
import { idTokenControl } from './microsoft/control/id-token.ts'
import { outlookControl } from './microsoft/control/outlook.ts'
import { driveControl } from './microsoft/drive/control.ts'
import { fileHostRoutes } from './microsoft/drive/file-host.ts'
import { driveGate, sayWhenAgain } from './microsoft/drive/gate.ts'
import { FILE_HOST } from './microsoft/drive/render.ts'
import { driveRoutes } from './microsoft/drive/routes.ts'
import { entraGate } from './microsoft/entra/gate.ts'
import { entraRoutes } from './microsoft/entra/routes.ts'
import { graphRoutes } from './microsoft/graph/routes.ts'
import { uploadGate, uploadRoutes } from './microsoft/graph/upload-sessions.ts'
import { applyRules } from './microsoft/notify/rules.ts'
import { modelControl } from './model/control.ts'
import { modelGate } from './model/gate.ts'
import { modelRoutes } from './model/routes.ts'
import { createLanguageModel } from './model/state.ts'
import { pageRoutes } from './page/routes.ts'
import { seedsAnswer } from './seeds/mails.ts'
import { stripeControl } from './stripe/control/routes.ts'
import { stripeGate, stripeHeaders } from './stripe/gate.ts'
import { aroundPages, hostedGate, hostedPages } from './stripe/pages/hosts.ts'
import { hostedHeaders } from './stripe/pages/layout.ts'
import { stripeRoutes } from './stripe/routes.ts'
import { sendToEndpoints } from './stripe/webhooks/send.ts'
import { notifyOf } from './microsoft/notify/changes.ts'
import { apiRoutes as teamleaderApiRoutes, withLimits } from './teamleader/api.ts'
import { authorizeRoutes as teamleaderAuthorizeRoutes } from './teamleader/authorize.ts'
import { teamleaderControl } from './teamleader/control.ts'
import { teamleaderGate } from './teamleader/gate.ts'
import { tokenRoutes as teamleaderTokenRoutes } from './teamleader/token.ts'

/** Every neighbour under its own host's name, the control door, and the front page. */
export function createApp(world: World): Hono<{ Bindings: HttpBindings }> {
  world.outlook.listeners.add((event) => notifyOf(world, event)).add((event) => applyRules(world, event))
  world.stripe.listeners.add((event) => sendToEndpoints(world, event))
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use('/login.microsoftonline.com/*', gate(world, 'entra', entraGate(world)))
  app.route('/login.microsoftonline.com', entraRoutes(world))
  // Files have bodies that Graph's own frame must not hold in memory, so they are taken before it.
  for (const place of ['/graph.microsoft.com/v1.0/me/drive', `/${FILE_HOST}`]) {
    app.use(`${place}/*`, sayWhenAgain, gate(world, 'onedrive', driveGate(world)))
  }
  app.route('/graph.microsoft.com/v1.0/me/drive', driveRoutes(world))
  app.route(`/${FILE_HOST}`, fileHostRoutes(world))
  app.route('/graph.microsoft.com', graphRoutes(world))
  app.use('/outlook.office.com/*', gate(world, 'graph', uploadGate(world)))
  app.route('/outlook.office.com', uploadRoutes(world))
  const google = {
    'accounts.google.com': accountsRoutes,
    'oauth2.googleapis.com': oauthRoutes,
    'www.googleapis.com/oauth2': certsRoutes,
    'openidconnect.googleapis.com': userinfoRoutes,
  }
  for (const [host, routes] of Object.entries(google)) {
    app.use(`/${host}/*`, gate(world, 'google', googleGate(world)))
    app.route(`/${host}`, routes(world))
  }
  for (const path of ['drive', 'upload']) {
    app.use(`/www.googleapis.com/${path}/*`, gate(world, 'google', googleDriveGate(world)))
  }
  app.route('/www.googleapis.com', googleDriveRoutes(world))
  app.route('/drive.google.com', driveViewRoutes(world))
  const dropbox = {
    'www.dropbox.com': dropboxAuthorizeRoutes,
    'api.dropboxapi.com': apiRoutes,
    'content.dropboxapi.com': contentRoutes,
  }
  for (const [host, routes] of Object.entries(dropbox)) {
    app.use(`/${host}/*`, gate(world, 'dropbox', dropboxGate(world)))
    app.route(`/${host}`, routes(world))
  }
  const model = createLanguageModel(world)
  app.use('/api.openai.com/*', gate(world, 'model', modelGate))
  app.route('/api.openai.com', modelRoutes(world, model))
  app.use('/focus.teamleader.eu/*', gate(world, 'teamleader', teamleaderGate(world)))
  app.route('/focus.teamleader.eu', teamleaderAuthorizeRoutes(world))
  app.route('/focus.teamleader.eu', teamleaderTokenRoutes(world))
  app.use('/api.focus.teamleader.eu/*', withLimits(world), gate(world, 'teamleader', teamleaderGate(world)))
  app.route('/api.focus.teamleader.eu', teamleaderApiRoutes(world))
  app.use('/api.stripe.com/*', stripeHeaders(world), gate(world, 'stripe', stripeGate(world)))
  app.route('/api.stripe.com', stripeRoutes(world))
  for (const [host, pages] of Object.entries(hostedPages)) {
    app.use(`/${host}/*`, hostedHeaders, gate(world, 'stripe', hostedGate(world)), aroundPages(world))
    app.route(`/${host}`, pages(world))
  }
  app.use('/control/*', sameSite)
  const control = controlRoutes(world)
  control.route('/outlook', outlookControl(world))
  control.route('/outlook', byHandControl(world))
  control.route('/outlook', idTokenControl(world))
  control.route('/google', googleControl(world))
  control.route('/google', googleFilesControl(world))
  control.route('/dropbox', dropboxControl(world))
  control.route('/onedrive', driveControl(world))
  control.route('/teamleader', teamleaderControl(world))
  control.route('/stripe', stripeControl(world))
  control.route('/model', modelControl(model))
  control.route('/', adminControl(world))
  control.get('/seeds', (c) => c.json(seedsAnswer(new Date(world.clock.now()))))
  app.route('/control', control)
  app.route('/', pageRoutes(world))
  return app
}
