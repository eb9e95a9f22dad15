import type { World } from '../kit/world.ts'
import type { User } from './state.ts'

/** Whose access token a call carries; null where there is none that works. */
export function bearerOf({ teamleader, clock }: World, authorization: string | null): User | null {
  const token = teamleader.accessTokens.get(/^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1] ?? '')
  return token && !token.grant.ended && token.expiresAt > clock.now() ? token.grant.user : null
}
