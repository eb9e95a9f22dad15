import { setTimeout as delay } from 'node:timers/promises'
import { defaultMailboxName } from '../../../../contract/limits.ts'
import type { Context } from '../../../context.ts'
import { publishLiveEvent } from '../../../db/live-events.ts'
import { fail, AppError } from '../../../errors.ts'
import { codeExchange, includesScopes, isNonceOf } from '../../../grants/authorization.ts'
import { prepareConnectedNotice } from '../../../grants/notify-connected.ts'
import { sealTokens } from '../../../grants/sealed-tokens.ts'
import { callProvider } from '../../../outages/call-provider.ts'
import { graphScopes, hasSendingScope, sendingScope } from '../../../vendors/oauth/entra.ts'
import { EntraError } from '../../../vendors/oauth/entra-error.ts'
import type { EntraTokens } from '../../../vendors/oauth/entra-tokens.ts'
import { hasNoMailbox } from '../../../vendors/graph/graph-error.ts'
import { hasConnectedBefore } from '../../mailboxes/has-connected-before.ts'
import { reportStatus } from '../../mailboxes/mailbox-status.ts'
import { requireMicrosoft } from '../microsoft-clients.ts'
import { asMailboxFailure } from '../../access/mailbox-failure.ts'
import { resumeMailbox } from '../../mailboxes/resume-mailbox.ts'
import { mailboxTokenSealContext, upsertTokens } from '../token-queries.ts'
import { upsertConnectedMailbox } from '../../mailboxes/connected-mailbox-queries.ts'
import { findMailboxByAccount, type MailboxAuthorizationState } from './authorization-queries.ts'
import { mailboxFlow } from './mailbox-authorization.ts'
import { VendorError } from '../../../vendors/http/vendor-error.ts'
import { microsoftBreakers } from '../../../vendors/vendors.ts'

/** The callback of a new mailbox: delays before a failed call is repeated, and the time for all of them together. */
const connectRetryDelaysMs = [300, 1000, 2500]
const connectRetryMaxMs = 8000

/**
 * The user waits in the browser for a mailbox to connect: a call that fails for a moment is repeated within the time
 * that they wait. A longer `Retry-After` ends it at once.
 */
function createConnectRetries(): <T>(call: () => Promise<T>) => Promise<T> {
  const startedAt = performance.now()
  return async (call) => {
    for (const delayMs of connectRetryDelaysMs) {
      try {
        return await call()
      } catch (error) {
        if (!(error instanceof VendorError && error.transient)) throw error
        const waitMs = Math.max(delayMs, error.retryAfterMs ?? 0)
        if (performance.now() - startedAt + waitMs > connectRetryMaxMs) throw error
        await delay(waitMs)
      }
    }
    return call()
  }
}

/**
 * Redeems the code of a callback and connects the mailbox.
 * @throws AppError with the code for which the page has a text
 */
export async function connectMailbox(
  ctx: Context,
  state: MailboxAuthorizationState,
  code: string,
): Promise<{ mailboxId: string; address: string }> {
  const retry = createConnectRetries()
  try {
    const redeemed = await redeem(ctx, state, code, retry)
    const identity = await requireMicrosoft(ctx).entra.identify(redeemed.idToken, ctx.clock.now())
    if (!isNonceOf(identity.nonce, state.nonce_hash)) fail('sign_in_expired')
    const userId = state.user_id
    const { tenantId, objectId: accountId } = identity
    const known = await ctx.db.asService((tx) => findMailboxByAccount(tx, { userId, tenantId, accountId }))
    if (state.mailbox_id !== null && known?.id !== state.mailbox_id) fail('mailbox_other_account')
    const address =
      (await probe(ctx, redeemed, known?.id ?? null, retry)) ?? identity.address ?? fail('outlook_refused')
    const tokens = await retainSending(ctx, redeemed, known, retry)
    const isBeginner = !(await hasConnectedBefore(ctx, userId))
    const notify = await prepareConnectedNotice(ctx, { userId, notice: 'mailbox_added', account: address })
    const mailboxId = await ctx.db.asService(async (tx) => {
      const id = await upsertConnectedMailbox(tx, {
        userId,
        provider: 'microsoft',
        breakers: microsoftBreakers,
        tenantId,
        accountId,
        address,
        name: state.mailbox_name ?? defaultMailboxName,
      })
      if (!id) fail('mailbox_taken')
      const at = { mailboxId: id, userId }
      const refreshToken = tokens.refreshToken ?? redeemed.refreshToken
      await upsertTokens(tx, at, sealTokens(ctx, mailboxTokenSealContext(at), tokens, refreshToken))
      if (!known && !isBeginner) await notify(tx)
      await resumeMailbox(ctx, tx, at)
      await reportStatus(tx, ctx, { ...at, status: 'active' })
      await publishLiveEvent(tx, userId, { type: 'mailbox', mailboxId: id })
      return id
    })
    ctx.events.mailboxConnected({ userId, mailboxId })
    return { mailboxId, address }
  } catch (error) {
    throw asMailboxFailure(error)
  }
}

type Retry = ReturnType<typeof createConnectRetries>
type CompleteTokens = EntraTokens & { refreshToken: string; idToken: string }

async function redeem(
  ctx: Pick<Context, 'clock' | 'config' | 'db' | 'events' | 'jobs' | 'vendors' | 'sealer'>,
  state: MailboxAuthorizationState,
  code: string,
  retry: Retry,
): Promise<CompleteTokens> {
  try {
    const { entra } = requireMicrosoft(ctx)
    const request = codeExchange(ctx, mailboxFlow, state, code)
    // A refused registration is reported by the circuit breaker.
    const at = { provider: 'entra', subject: state.user_id, isRequestedByUser: true }
    const tokens = await retry(() => callProvider(ctx, at, () => entra.redeem(request)))
    const { refreshToken, idToken } = tokens
    const needed = state.with_send_scope ? [...graphScopes, sendingScope] : graphScopes
    if (!refreshToken || !idToken || !includesScopes(tokens.scopes, needed)) fail('consent_incomplete')
    return { ...tokens, refreshToken, idToken }
  } catch (error) {
    // The user has just agreed to everything: only an administrator can allow more.
    if (error instanceof EntraError && error.consentMissing) fail('admin_approval_required')
    if (error instanceof EntraError && error.signInNeeded && !error.administratorNeeded) fail('sign_in_expired')
    throw error
  }
}

/** Signing in again requests sorting only. Requests `Mail.Send` as well where it was granted before and not revoked. */
async function retainSending(
  ctx: Pick<Context, 'vendors'>,
  tokens: CompleteTokens,
  known: { scopes: string | null } | null,
  retry: Retry,
): Promise<EntraTokens> {
  if (hasSendingScope(tokens.scopes) || !hasSendingScope(known?.scopes?.split(' ') ?? [])) return tokens
  try {
    const { entra } = requireMicrosoft(ctx)
    return await retry(() => entra.refreshForSending(tokens.refreshToken))
  } catch (error) {
    if (error instanceof EntraError && isSendingRefused(error)) return tokens
    throw error
  }
}

/** Of other errors no one knows whether the permission still exists: it would be lost without a word. */
const isSendingRefused = (error: EntraError): boolean =>
  error.consentMissing || error.signInNeeded || error.administratorNeeded || error.code === 'invalid_scope'

/**
 * An account without a mailbox signs in successfully and fails at the first mail call.
 * @param knownId the mailbox that is connected again: other calls for it may be in flight
 * @returns the address to show
 */
async function probe(
  ctx: Pick<Context, 'vendors'>,
  { accessToken }: CompleteTokens,
  knownId: string | null,
  retry: Retry,
): Promise<string | null> {
  const mailbox = () => requireMicrosoft(ctx).graph.forMailbox(accessToken, knownId, { ignorePause: true })
  try {
    // A new client for each attempt: after a transient failure it sends nothing more.
    await retry(() => mailbox().inboxId())
  } catch (error) {
    throw hasNoMailbox(error) ? new AppError('mailbox_unavailable') : error
  }
  return (await retry(() => mailbox().owner())).address
}
