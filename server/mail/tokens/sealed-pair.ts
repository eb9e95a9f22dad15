import { later } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { EntraTokens } from '../../vendors/entra-tokens.ts'
import type { SealedPair } from './queries.ts'

type Half = 'access' | 'refresh'

/** Bound to row and owner: a sealed token that was copied to another mailbox does not open. */
export const tokenPlace = (at: { mailboxId: string; userId: string }, half: Half): string =>
  `app.mailbox_tokens/${at.mailboxId}/${at.userId}/${half}`

/** @param refreshToken the one to keep: the answer's, or the old one where none came */
export function sealPair(
  ctx: Pick<Context, 'clock' | 'sealer'>,
  at: { mailboxId: string; userId: string },
  tokens: EntraTokens,
  refreshToken: string,
): SealedPair {
  return {
    access_token_sealed: ctx.sealer.seal(tokenPlace(at, 'access'), tokens.accessToken),
    refresh_token_sealed: ctx.sealer.seal(tokenPlace(at, 'refresh'), refreshToken),
    scopes: tokens.scopes.join(' '),
    expires_at: later(ctx.clock.now(), tokens.expiresIn * 1000),
  }
}
