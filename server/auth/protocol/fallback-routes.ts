import type { RawRoute } from '../../http/routing/route.ts'
import { refuse } from './auth-error.ts'
import { authRoute } from './auth-route.ts'

/** Endpoints of GoTrue that this server has disabled; each responds with GoTrue's own error code. */
export const disabledRoutes: RawRoute[] = [
  authRoute({
    method: 'POST',
    path: '/sso',
    limit: null,
    handle: () => refuse(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  }),
]

/** Responds to every other path below `/auth/v1` in JSON: the official client cannot parse anything else. */
export const fallbackRoute = (served: RawRoute[]): RawRoute =>
  authRoute({
    method: 'ALL',
    path: '/*',
    limit: null,
    withoutApiKey: true,
    handle(_ctx, { url }) {
      const isKnown = served.some(({ path }) => path === url.pathname)
      if (isKnown) refuse(405, 'method_not_allowed', 'This address does not take that method')
      return refuse(404, 'not_found', 'There is nothing at this address')
    },
  })
