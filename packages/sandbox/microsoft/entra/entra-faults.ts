import { changeOAuthResponse } from '../../kit/oauth/oauth-faults.ts'
import { tokenOrCode } from '../../kit/oauth/token-endpoint.ts'
import type { FaultBehavior } from '../../kit/service-middleware.ts'
import { findMailbox } from '../outlook.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { EntraError, errorBody } from './errors.ts'

/** The form of faults of Entra: bodies with AADSTS numbers, and a token response without its refresh token. */
export function entraFaults({ entra, outlook, clock }: MicrosoftSandbox): FaultBehavior {
  return {
    errorBody(status, fault, mailbox) {
      const usual = status === 401 ? 7000222 : status === 400 ? 50173 : 90033
      const number = /^\d{5,7}$/.test(fault.error ?? '') ? Number(fault.error) : usual
      const personal = findMailbox(outlook, mailbox ?? '')?.account.kind === 'personal'
      // A personal account has the same error for every kind of revocation.
      const revoked = number === 65001 || number === 50173
      return errorBody(clock, new EntraError(personal && revoked ? 70000 : number))
    },
    mailboxOf(body) {
      const form = new URLSearchParams(body)
      return tokenOrCode(form, entra)?.email ?? form.get('account')
    },
    async change(fault, answer) {
      if (fault.action !== 'refreshTokenLost') return changeOAuthResponse(fault, answer)
      const { refresh_token: _lost, ...rest }: Record<string, unknown> = await answer.json()
      return Response.json(rest, { status: answer.status })
    },
  }
}
