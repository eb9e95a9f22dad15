import { tokenRefreshThresholdMs } from '../../contract/limits.ts'
import { later, minutes } from '../clock.ts'
import type { Context } from '../context.ts'
import { tellPages } from '../db/live.ts'
import { fail } from '../errors.ts'
import { isMailboxUnavailable, isUnauthorized } from '../vendors/graph-error.ts'
import type { GraphClient } from '../vendors/graph.ts'
import { VendorError } from '../vendors/vendor-error.ts'
import type { Microsoft } from '../vendors/vendors.ts'
import { MailboxProblem } from './mailbox-problem.ts'
import { pauseUntil, setStatus } from './queries.ts'
import { ringForStatus } from './status-bell.ts'
import { tokensOf, type StoredTokens } from './tokens/queries.ts'
import { refreshTokens } from './tokens/refresh-tokens.ts'
import { tokenPlace } from './tokens/sealed-pair.ts'

/** A mailbox that turned out to be unavailable is tried again only so often. */
const unavailablePauseMs = minutes(15)
/** How soon to look again while the operator has stopped all that is done in mailboxes. */
const stoppedPauseMs = 10_000
/** Where Graph throttles without saying for how long. */
const throttledPauseMs = 10_000

/** @throws Failure `outlook_not_configured` */
export function microsoftOf(ctx: Context): Microsoft {
  return ctx.vendors.microsoft ?? fail('outlook_not_configured')
}

/**
 * An access token that is good for more than five minutes, refreshed by one worker at a time where it is not.
 * @throws MailboxProblem, or VendorError while Entra has trouble or Graph has asked us to wait
 */
export async function accessTokenOf(ctx: Context, mailboxId: string): Promise<string> {
  const stored = await freshTokens(ctx, mailboxId)
  return openAccessToken(ctx, mailboxId, stored)
}

/**
 * Calls Graph as the mailbox, with at most 4 requests in flight for it in this process. `call` runs a second time when its token is
 * refused, so it should be one request, or requests that may be repeated.
 * What concerns the mailbox as a whole is noted here: a sign-in that is over, a mailbox that is gone, a wait that Graph asks for.
 * @throws MailboxProblem or VendorError
 */
export async function withMailbox<T>(
  ctx: Context,
  mailboxId: string,
  call: (graph: GraphClient, token: string) => Promise<T>,
): Promise<T> {
  const microsoft = microsoftOf(ctx)
  const graph = microsoft.graph.forMailbox(mailboxId)
  try {
    const stored = await freshTokens(ctx, mailboxId)
    const result = await call(graph, openAccessToken(ctx, mailboxId, stored)).catch(async (error: unknown) => {
      if (!isUnauthorized(error)) throw error
      const renewed = await refreshTokens(ctx, microsoft, mailboxId, (now) => now.generation === stored.generation)
      return call(graph, openAccessToken(ctx, mailboxId, renewed))
    })
    if (stored.status === 'unavailable') await becomes(ctx, mailboxId, 'active')
    return result
  } catch (error) {
    throw await noted(ctx, mailboxId, error)
  }
}

async function freshTokens(ctx: Context, mailboxId: string): Promise<StoredTokens> {
  const stored = await ctx.db.asService((tx) => tokensOf(tx, mailboxId))
  if (!stored) throw new MailboxProblem('gone')
  if (stored.status === 'reauth_required') throw new MailboxProblem('auth')
  // As a pause that Graph has asked for: every part knows it, nothing was called, and no try is counted (checklist A17).
  if (stored.stopped) throw new VendorError('graph', 429, 'paused', stoppedPauseMs)
  const now = ctx.clock.now()
  const wait = stored.paused_until.getTime() - now.getTime()
  if (wait > 0) throw new VendorError('graph', 429, 'paused', wait)
  const endsSoon = (tokens: StoredTokens): boolean =>
    tokens.expires_at.getTime() - now.getTime() <= tokenRefreshThresholdMs
  return endsSoon(stored) ? refreshTokens(ctx, microsoftOf(ctx), mailboxId, endsSoon) : stored
}

function openAccessToken(ctx: Context, mailboxId: string, stored: StoredTokens): string {
  return ctx.sealer.open(tokenPlace({ mailboxId, userId: stored.user_id }, 'access'), stored.access_token_sealed)
}

/** Writes down what an error says about the mailbox. @returns what to throw instead */
async function noted(ctx: Context, mailboxId: string, error: unknown): Promise<unknown> {
  if (!(error instanceof VendorError)) return error
  if (isUnauthorized(error)) {
    await becomes(ctx, mailboxId, 'reauth_required')
    return new MailboxProblem('auth', error)
  }
  if (isMailboxUnavailable(error)) {
    await becomes(ctx, mailboxId, 'unavailable')
    await pause(ctx, mailboxId, unavailablePauseMs)
    return new MailboxProblem('unavailable', error)
  }
  const wait = error.retryAfterMs ?? (error.status === 429 ? throttledPauseMs : null)
  if (wait !== null && error.code !== 'paused') await pause(ctx, mailboxId, wait)
  return error
}

async function pause(ctx: Context, mailboxId: string, ms: number): Promise<void> {
  const until = later(ctx.clock.now(), ms)
  await ctx.db.asService((tx) => pauseUntil(tx, mailboxId, until))
}

async function becomes(
  ctx: Context,
  mailboxId: string,
  status: 'active' | 'reauth_required' | 'unavailable',
): Promise<void> {
  const changed = await ctx.db.asService(async (tx) => {
    const userId = await setStatus(tx, mailboxId, status)
    if (userId === null) return false
    await tellPages(tx, userId, { type: 'mailbox', mailboxId })
    await ringForStatus(tx, ctx, { mailboxId, userId, status })
    return true
  })
  if (changed && status === 'reauth_required') ctx.events.mailboxNeedsSignIn({ mailboxId })
}
