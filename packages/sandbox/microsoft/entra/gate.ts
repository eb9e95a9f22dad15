import type { GateOptions } from '../../kit/gate.ts'
import { changeOAuthAnswer } from '../../kit/oauth-faults.ts'
import type { World } from '../../kit/world.ts'
import { findMailbox } from '../outlook.ts'
import { EntraError, errorBody } from './errors.ts'

/** How faults look at Entra: AADSTS bodies, a token answer without its refresh token. */
export function entraGate(world: World): GateOptions {
  return {
    errorBody(status, fault, mailbox) {
      const usual = status === 401 ? 7000222 : status === 400 ? 50173 : 90033
      const number = /^\d{5,7}$/.test(fault.error ?? '') ? Number(fault.error) : usual
      const personal = findMailbox(world.outlook, mailbox ?? '')?.account.kind === 'personal'
      // For a personal account all revocations read the same.
      const revoked = number === 65001 || number === 50173
      return errorBody(world.clock, new EntraError(personal && revoked ? 70000 : number))
    },
    mailboxOf(body) {
      const form = new URLSearchParams(body)
      const { codes, refreshTokens } = world.entra
      const found = refreshTokens.get(form.get('refresh_token') ?? '') ?? codes.get(form.get('code') ?? '')
      return found?.email ?? form.get('account')
    },
    async change(fault, answer) {
      if (fault.action !== 'refreshTokenLost') return changeOAuthAnswer(fault, answer)
      const { refresh_token: _lost, ...rest }: Record<string, unknown> = await answer.json()
      return Response.json(rest, { status: answer.status })
    },
  }
}
