import type { Routers } from '../kit/mount.ts'
import { serviceMiddleware } from '../kit/service-middleware.ts'
import { apiRoutes } from './api.ts'
import { teamleaderControl } from './control.ts'
import { authorizeRoutes } from './oauth/authorization-endpoint.ts'
import { tokenRoutes } from './oauth/token-endpoint.ts'
import { rateLimitHeaders } from './rate-limit.ts'
import type { TeamleaderSandbox } from './state.ts'
import { teamleaderFaults } from './teamleader-faults.ts'

/** Teamleader Focus: sign-in, contacts and deals. */
export function mountTeamleader({ app, control }: Routers, sandbox: TeamleaderSandbox): void {
  const middleware = () => serviceMiddleware(sandbox, 'teamleader', teamleaderFaults(sandbox))
  app.use('/focus.teamleader.eu/*', middleware())
  app.route('/focus.teamleader.eu', authorizeRoutes(sandbox))
  app.route('/focus.teamleader.eu', tokenRoutes(sandbox))
  app.use('/api.focus.teamleader.eu/*', rateLimitHeaders(sandbox), middleware())
  app.route('/api.focus.teamleader.eu', apiRoutes(sandbox))
  control.route('/teamleader', teamleaderControl(sandbox))
}
