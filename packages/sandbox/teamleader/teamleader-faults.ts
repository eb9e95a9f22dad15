import { tokenOrCode } from '../kit/oauth/token-endpoint.ts'
import type { FaultBehavior } from '../kit/service-middleware.ts'
import { changeOAuthResponse } from '../kit/oauth/oauth-faults.ts'
import type { TeamleaderSandbox } from './state.ts'
import { bearerOf } from './bearer.ts'
import { apiErrorBody, tokenErrorBody } from './errors.ts'
import { readFields } from './oauth/token-endpoint.ts'

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  429: 'API rate limit exceeded',
  503: 'Service Unavailable',
}

/** The form of faults of Teamleader. */
export function teamleaderFaults(sandbox: TeamleaderSandbox): FaultBehavior {
  const { teamleader } = sandbox
  return {
    errorBody(status, fault, _, path) {
      if (status === 502) return '<html><body><h1>502 Bad Gateway</h1></body></html>'
      const title = fault.message ?? TITLES[status] ?? 'Internal Server Error'
      if (!path.startsWith('/oauth2/')) return apiErrorBody(status, title)
      const usual = status === 401 ? 'invalid_client' : status < 500 ? 'invalid_grant' : 'server_error'
      return tokenErrorBody(fault.error ?? usual, title)
    },
    mailboxOf(body, path, authorization) {
      if (!path.startsWith('/oauth2/')) return bearerOf(sandbox, authorization)?.email ?? null
      const fields = readFields(body)
      return tokenOrCode(fields, teamleader)?.grant.user.email ?? fields.get('account') ?? null
    },
    change: changeOAuthResponse,
  }
}
