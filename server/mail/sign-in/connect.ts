import { timingSafeEqual } from 'node:crypto'
import { defaultMailboxName } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { tellPages } from '../../db/live.ts'
import { fail, Failure } from '../../errors.ts'
import { hashSecret } from '../../sealed.ts'
import { graphScopes, maySend, sendingScope } from '../../vendors/entra.ts'
import { EntraError } from '../../vendors/entra-error.ts'
import type { EntraTokens } from '../../vendors/entra-tokens.ts'
import { isProbeRefused } from '../../vendors/graph-error.ts'
import { microsoftOf } from '../access-token.ts'
import { asOutlookFailure, tellOperator } from '../outlook-failure.ts'
import { resumeMailbox } from '../resume-mailbox.ts'
import { ringForStatus } from '../status-bell.ts'
import { putTokens } from '../tokens/queries.ts'
import { sealPair } from '../tokens/sealed-pair.ts'
import { redirectUriOf, verifierPlace } from './authorize.ts'
import { connectMailbox, knownMailbox, type SignInUnderWay } from './queries.ts'

/**
 * Turns the code of a callback into a connected mailbox.
 * @throws Failure with the code that the page shows a text for
 */
export async function connect(
  ctx: Context,
  underWay: SignInUnderWay,
  code: string,
): Promise<{ mailboxId: string; address: string }> {
  try {
    const tokens = await redeem(ctx, underWay, code)
    const identity = await identify(ctx, underWay, tokens)
    const userId = underWay.user_id
    const { tenantId, objectId: accountId } = identity
    const known = await ctx.db.asService((tx) => knownMailbox(tx, { userId, tenantId, accountId }))
    if (underWay.mailbox_id !== null && known?.id !== underWay.mailbox_id) fail('mailbox_other_account')
    const address = await probe(ctx, tokens)
    const kept = await keepSending(ctx, tokens, known)
    const mailboxId = await ctx.db.asService(async (tx) => {
      const mailbox = await connectMailbox(tx, {
        userId,
        tenantId,
        accountId,
        address: address ?? identity.address ?? fail('outlook_refused'),
        name: underWay.mailbox_name ?? defaultMailboxName,
      })
      if (!mailbox) fail('mailbox_taken')
      const at = { mailboxId: mailbox, userId }
      await putTokens(tx, at, sealPair(ctx, at, kept, kept.refreshToken ?? tokens.refreshToken))
      await resumeMailbox(ctx, tx, mailbox)
      await ringForStatus(tx, ctx, { ...at, status: 'active' })
      await tellPages(tx, userId, { type: 'mailbox', mailboxId: mailbox })
      return mailbox
    })
    ctx.events.mailboxConnected({ userId, mailboxId })
    return { mailboxId, address: address ?? identity.address ?? '' }
  } catch (error) {
    tellOperator(ctx, error)
    throw asOutlookFailure(error)
  }
}

type WholeTokens = EntraTokens & { refreshToken: string; idToken: string }

async function redeem(
  ctx: Pick<Context, 'config' | 'vendors' | 'sealer'>,
  underWay: SignInUnderWay,
  code: string,
): Promise<WholeTokens> {
  const codeVerifier = ctx.sealer.open(verifierPlace(underWay.state_hash), underWay.code_verifier_sealed)
  try {
    const tokens = await microsoftOf(ctx).entra.redeem({ code, codeVerifier, redirectUri: redirectUriOf(ctx) })
    const granted = new Set(tokens.scopes.map((scope) => scope.toLowerCase()))
    const { refreshToken, idToken } = tokens
    // A person or an administrator may grant less than was asked for; the answer does not fail then, it just holds less.
    const wanted = underWay.sending ? [...graphScopes, sendingScope] : graphScopes
    if (!refreshToken || !idToken || wanted.some((scope) => !granted.has(scope.toLowerCase())))
      fail('consent_incomplete')
    return { ...tokens, refreshToken, idToken }
  } catch (error) {
    if (error instanceof EntraError && error.signInNeeded && !error.administratorNeeded) fail('sign_in_expired')
    throw error
  }
}

/** Signing in again asks for sorting alone: what had been granted before for forwards is not lost by it, unless it was taken back. */
async function keepSending(
  ctx: Pick<Context, 'vendors'>,
  tokens: WholeTokens,
  known: { scopes: string | null } | null,
): Promise<EntraTokens> {
  if (maySend(tokens.scopes) || !maySend(known?.scopes?.split(' ') ?? [])) return tokens
  try {
    return await microsoftOf(ctx).entra.refreshForSending(tokens.refreshToken)
  } catch (error) {
    if (error instanceof EntraError && !error.transient) return tokens
    throw error
  }
}

async function identify(ctx: Pick<Context, 'clock' | 'vendors'>, underWay: SignInUnderWay, { idToken }: WholeTokens) {
  const identity = await microsoftOf(ctx).entra.identify(idToken, ctx.clock.now())
  // The nonce ties the token to this very sign-in: one from another cannot be put in its place.
  if (!timingSafeEqual(hashSecret(identity.nonce), underWay.nonce_hash)) fail('sign_in_expired')
  return identity
}

/** A person without a mailbox signs in well and fails at the first mail call. @returns the address to show */
async function probe(ctx: Pick<Context, 'vendors'>, { accessToken }: WholeTokens): Promise<string | null> {
  const { graph } = microsoftOf(ctx)
  try {
    await graph.inboxId(accessToken)
  } catch (error) {
    throw isProbeRefused(error) ? new Failure('mailbox_unavailable') : error
  }
  return (await graph.me(accessToken)).address
}
