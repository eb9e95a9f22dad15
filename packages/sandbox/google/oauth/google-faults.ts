import type { FaultBehavior } from '../../kit/service-middleware.ts'
import { changeOAuthResponse } from '../../kit/oauth/oauth-faults.ts'
import { tokenOrCode } from '../../kit/oauth/token-endpoint.ts'
import type { GoogleSandbox } from '../state.ts'
import { PAGE_502 } from './errors.ts'

/** The form of faults of Google's sign-in. */
export function googleFaults({ google }: GoogleSandbox): FaultBehavior {
  return {
    change: changeOAuthResponse,
    errorBody(status, fault) {
      if (status === 502) return PAGE_502
      const usual = status === 401 ? 'invalid_client' : status < 500 ? 'invalid_grant' : 'internal_failure'
      const text = status < 500 ? 'Bad Request' : 'The service is currently unavailable.'
      return { error: fault.error ?? usual, error_description: fault.message ?? text }
    },
    mailboxOf(body) {
      const form = new URLSearchParams(body)
      const token = tokenOrCode(form, google)
      return token ? (google.accounts.get(token.grant.sub)?.email ?? null) : form.get('account')
    },
  }
}
