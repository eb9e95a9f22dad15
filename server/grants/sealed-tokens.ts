import { addMs } from '../clock.ts'
import type { Context } from '../context.ts'
import type { ProviderTokens } from '../vendors/services/service-auth.ts'

export interface SealedTokens {
  access_token_sealed: string
  refresh_token_sealed: string
  scopes: string
  expires_at: Date
}

/**
 * @param sealContext table and keys of the row, owner included: a token that is copied to another row does not open
 * @param refreshToken the one to store: from the response, or the previous one
 */
export function sealTokens(
  ctx: Pick<Context, 'clock' | 'sealer'>,
  sealContext: string,
  tokens: ProviderTokens,
  refreshToken: string,
): SealedTokens {
  return {
    access_token_sealed: ctx.sealer.seal(`${sealContext}/access`, tokens.accessToken),
    refresh_token_sealed: ctx.sealer.seal(`${sealContext}/refresh`, refreshToken),
    scopes: tokens.scopes.join(' '),
    expires_at: addMs(ctx.clock.now(), tokens.expiresIn * 1000),
  }
}

/** Empty tokens, which no provider is called with, in place of those that must not be used any more. */
export const sealEmptyTokens = (
  { sealer }: Pick<Context, 'sealer'>,
  sealContext: string,
): Pick<SealedTokens, 'access_token_sealed' | 'refresh_token_sealed'> => ({
  access_token_sealed: sealer.seal(`${sealContext}/access`, ''),
  refresh_token_sealed: sealer.seal(`${sealContext}/refresh`, ''),
})

/** @param sealContext as given to `sealTokens` */
export const openToken = <Name extends 'access' | 'refresh'>(
  ctx: Pick<Context, 'sealer'>,
  sealContext: string,
  name: Name,
  sealed: Pick<SealedTokens, `${Name}_token_sealed`>,
): string => ctx.sealer.open(`${sealContext}/${name}`, sealed[`${name}_token_sealed` as const])
