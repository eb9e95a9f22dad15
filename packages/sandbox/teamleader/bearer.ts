import { bearerToken } from '../kit/oauth/token-endpoint.ts'
import type { TeamleaderSandbox, User } from './state.ts'

/** The user of a call's access token; null where there is no valid one. */
export function bearerOf({ teamleader, clock }: TeamleaderSandbox, authorization: string | null): User | null {
  const token = teamleader.accessTokens.get(bearerToken(authorization))
  return token && !token.grant.ended && token.expiresAt > clock.now() ? token.grant.user : null
}
