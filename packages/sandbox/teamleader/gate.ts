import type { GateOptions } from '../kit/gate.ts'
import { changeOAuthAnswer } from '../kit/oauth-faults.ts'
import type { World } from '../kit/world.ts'
import { bearerOf } from './bearer.ts'
import { apiErrorBody, tokenErrorBody } from './errors.ts'
import { readFields } from './token.ts'

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  429: 'API rate limit exceeded',
  503: 'Service Unavailable',
}

/** How faults look at Teamleader, and whose call one is. */
export function teamleaderGate(world: World): GateOptions {
  const { teamleader } = world
  return {
    errorBody(status, fault, _, path) {
      if (status === 502) return '<html><body><h1>502 Bad Gateway</h1></body></html>'
      const title = fault.message ?? TITLES[status] ?? 'Internal Server Error'
      if (!path.startsWith('/oauth2/')) return apiErrorBody(status, title)
      const usual = status === 401 ? 'invalid_client' : status < 500 ? 'invalid_grant' : 'server_error'
      return tokenErrorBody(fault.error ?? usual, title)
    },
    mailboxOf(body, path, authorization) {
      if (!path.startsWith('/oauth2/')) return bearerOf(world, authorization)?.email ?? null
      const fields = readFields(body)
      const grant =
        teamleader.refreshTokens.get(fields.get('refresh_token') ?? '') ??
        teamleader.codes.get(fields.get('code') ?? '')?.grant
      return grant?.user.email ?? fields.get('account') ?? null
    },
    change: changeOAuthAnswer,
  }
}
