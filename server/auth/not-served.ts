import type { RawRoute } from '../http/route.ts'
import { refuse } from './protocol/auth-error.ts'
import { authRoute } from './protocol/auth-route.ts'

/** Calls of the protocol whose whole answer here is that the thing is switched off. */
export const switchedOff: RawRoute[] = [
  authRoute({
    method: 'POST',
    path: '/sso',
    limit: null,
    handle: () => refuse(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  }),
]

/** All else below `/auth/v1`, in JSON: the official client gives up on anything that is not. */
export const elsewhere = (served: RawRoute[]): RawRoute =>
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
