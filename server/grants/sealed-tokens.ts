import { later } from '../clock.ts'
import type { Context } from '../context.ts'

/** The token response of a provider. */
export interface ProviderTokens {
  accessToken: string
  /** Null where the previous refresh token stays valid. */
  refreshToken: string | null
  /** Seconds. */
  expiresIn: number
  scopes: string[]
}

export interface SealedTokens {
  access_token_sealed: string
  refresh_token_sealed: string
  scopes: string
  expires_at: Date
}

/**
 * @param place table and keys of the row, owner included: a sealed token that is copied to another row does not open
 * @param refreshToken the one to store: from the response, or the previous one
 */
export function sealTokens(
  ctx: Pick<Context, 'clock' | 'sealer'>,
  place: string,
  tokens: ProviderTokens,
  refreshToken: string,
): SealedTokens {
  return {
    access_token_sealed: ctx.sealer.seal(`${place}/access`, tokens.accessToken),
    refresh_token_sealed: ctx.sealer.seal(`${place}/refresh`, refreshToken),
    scopes: tokens.scopes.join(' '),
    expires_at: later(ctx.clock.now(), tokens.expiresIn * 1000),
  }
}

/** @param place as given to `sealTokens` */
export const openToken = <Name extends 'access' | 'refresh'>(
  ctx: Pick<Context, 'sealer'>,
  place: string,
  name: Name,
  sealed: Pick<SealedTokens, `${Name}_token_sealed`>,
): string => ctx.sealer.open(`${place}/${name}`, sealed[`${name}_token_sealed` as const])
