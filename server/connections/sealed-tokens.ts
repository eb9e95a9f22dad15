import type { Provider } from '../../contract/providers.ts'
import { later } from '../clock.ts'
import type { Context } from '../context.ts'
import type { ServiceTokens } from '../vendors/service-auth.ts'

/** Whose connection to what; a person has one to each service. */
export interface ConnectionAt {
  userId: string
  provider: Provider
}

export interface SealedTokens {
  access_token_sealed: string
  refresh_token_sealed: string
  scopes: string
  expires_at: Date
}

/** Bound to owner and service: a sealed token that was copied to another row does not open. */
export const tokenPlace = ({ userId, provider }: ConnectionAt, half: 'access' | 'refresh'): string =>
  `app.service_connections/${userId}/${provider}/${half}`

/** @param refreshToken the one to keep: the answer's, or the old one where none came */
export function sealTokens(
  ctx: Pick<Context, 'clock' | 'sealer'>,
  at: ConnectionAt,
  tokens: ServiceTokens,
  refreshToken: string,
): SealedTokens {
  return {
    access_token_sealed: ctx.sealer.seal(tokenPlace(at, 'access'), tokens.accessToken),
    refresh_token_sealed: ctx.sealer.seal(tokenPlace(at, 'refresh'), refreshToken),
    scopes: tokens.scopes.join(' '),
    expires_at: later(ctx.clock.now(), tokens.expiresIn * 1000),
  }
}
