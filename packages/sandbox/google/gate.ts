import type { GateOptions } from '../kit/gate.ts'
import { changeOAuthAnswer } from '../kit/oauth-faults.ts'
import type { World } from '../kit/world.ts'
import { PAGE_502 } from './errors.ts'

/** How faults look at Google, and whose call one is: the account's address. */
export function googleGate({ google }: World): GateOptions {
  return {
    change: changeOAuthAnswer,
    errorBody(status, fault) {
      if (status === 502) return PAGE_502
      const usual = status === 401 ? 'invalid_client' : status < 500 ? 'invalid_grant' : 'internal_failure'
      const text = status < 500 ? 'Bad Request' : 'The service is currently unavailable.'
      return { error: fault.error ?? usual, error_description: fault.message ?? text }
    },
    mailboxOf(body) {
      const form = new URLSearchParams(body)
      const token =
        google.refreshTokens.get(form.get('refresh_token') ?? '') ?? google.codes.get(form.get('code') ?? '')
      return token ? (google.people.get(token.grant.sub)?.email ?? null) : form.get('account')
    },
  }
}
