import { tokenRefreshThresholdMs } from '../../contract/limits.ts'
import { later, minutes } from '../clock.ts'
import type { Context, RemoteContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { tellPages } from '../db/live.ts'
import { fail } from '../errors.ts'
import { isMailboxUnavailable, isUnauthorized } from '../vendors/graph-error.ts'
import type { GraphClient } from '../vendors/graph.ts'
import { VendorError } from '../vendors/vendor-error.ts'
import type { Microsoft } from '../vendors/vendors.ts'
import { MailboxProblem } from './mailbox-problem.ts'
import { type MailboxStatusWord, pauseUntil, setStatus } from './queries.ts'
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
export function microsoftOf(ctx: Pick<Context, 'vendors'>): Microsoft {
  return ctx.vendors.microsoft ?? fail('outlook_not_configured')
}

/**
 * An access token that is good for more than five minutes, refreshed by one worker at a time where it is not.
 * @throws MailboxProblem, or VendorError while Entra has trouble or Graph has asked us to wait
 */
export async function accessTokenOf(ctx: RemoteContext, mailboxId: string): Promise<string> {
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
  ctx: RemoteContext,
  mailboxId: string,
  call: (graph: GraphClient, token: string) => Promise<T>,
): Promise<T> {
  const microsoft = microsoftOf(ctx)
  const graph = microsoft.graph.forMailbox(mailboxId)
  let used = 0
  const callWith = (tokens: StoredTokens): Promise<T> => {
    used = tokens.generation
    return call(graph, openAccessToken(ctx, mailboxId, tokens))
  }
  try {
    const stored = await freshTokens(ctx, mailboxId)
    const result = await callWith(stored).catch(async (error: unknown) => {
      if (!isUnauthorized(error)) throw error
      return callWith(await refreshTokens(ctx, microsoft, mailboxId, (now) => now.generation === stored.generation))
    })
    if (stored.status === 'unavailable') await becomes(ctx, mailboxId, 'active')
    return result
  } catch (error) {
    // Refused was the sign-in of before, and the person has signed in again meanwhile: the new one has not been tried yet.
    if (isUnauthorized(error) && !(await signInIsOver(ctx, mailboxId, used))) return withMailbox(ctx, mailboxId, call)
    throw await noted(ctx, mailboxId, error)
  }
}

async function freshTokens(ctx: RemoteContext, mailboxId: string): Promise<StoredTokens> {
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

function openAccessToken(ctx: Pick<Context, 'sealer'>, mailboxId: string, stored: StoredTokens): string {
  return ctx.sealer.open(tokenPlace({ mailboxId, userId: stored.user_id }, 'access'), stored.access_token_sealed)
}

/** Writes down what an error says about the mailbox. @returns what to throw instead */
async function noted(ctx: Pick<Context, 'clock' | 'db'>, mailboxId: string, error: unknown): Promise<unknown> {
  if (!(error instanceof VendorError)) return error
  if (isUnauthorized(error)) return new MailboxProblem('auth', error)
  if (isMailboxUnavailable(error)) {
    await becomes(ctx, mailboxId, 'unavailable')
    await pause(ctx, mailboxId, unavailablePauseMs)
    return new MailboxProblem('unavailable', error)
  }
  const wait = error.retryAfterMs ?? (error.status === 429 ? throttledPauseMs : null)
  if (wait !== null && error.code !== 'paused') await pause(ctx, mailboxId, wait)
  return error
}

async function pause(ctx: Pick<Context, 'clock' | 'db'>, mailboxId: string, ms: number): Promise<void> {
  const until = later(ctx.clock.now(), ms)
  await ctx.db.asService((tx) => pauseUntil(tx, mailboxId, until))
}

/** @returns false where there are newer tokens than those of this generation, or none any more */
async function signInIsOver(
  ctx: Pick<Context, 'clock' | 'db' | 'events'>,
  mailboxId: string,
  generation: number,
): Promise<boolean> {
  const over = await ctx.db.asService(async (tx) => {
    const stored = await tokensOf(tx, mailboxId, true)
    if (!stored || stored.generation !== generation) return null
    return { isNew: await change(ctx, tx, mailboxId, 'reauth_required') }
  })
  if (over?.isNew) ctx.events.mailboxNeedsSignIn({ mailboxId })
  return over !== null
}

const becomes = (
  ctx: Pick<Context, 'clock' | 'db'>,
  mailboxId: string,
  status: 'active' | 'unavailable',
): Promise<boolean> => ctx.db.asService((tx) => change(ctx, tx, mailboxId, status))

/** @returns whether it is another status than before */
async function change(
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  mailboxId: string,
  status: MailboxStatusWord,
): Promise<boolean> {
  const userId = await setStatus(tx, mailboxId, status)
  if (userId === null) return false
  await tellPages(tx, userId, { type: 'mailbox', mailboxId })
  await ringForStatus(tx, ctx, { mailboxId, userId, status })
  return true
}
