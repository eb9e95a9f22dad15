import { ForwardMailConfig } from '../../../contract/actions.ts'
import { days, addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { isSessionRecentlyAuthenticated } from '../../shared/sessions.ts'
import { recordAuditEvent } from '../../shared/audit-log.ts'
import { enqueueEmail } from '../../emails/enqueue-email.ts'
import { fail, TooManyRequests } from '../../errors.ts'
import type { Caller } from '../../http/request/caller.ts'
import type { FunctionCall } from '../../http/routing/route.ts'
import { hashSecret } from '../../sealed.ts'
import { withoutPlusTag } from '../../mail/people/without-plus-tag.ts'
import { findOwnAddresses } from '../runner/own-address-queries.ts'
import { notifyForwardAddress } from './notify-forward-address.ts'
import { findForwardAddress, upsertConfirmationRequest, type ForwardAddressRow } from './forward-address-queries.ts'
import { confirmationLinkDays } from '../limits.ts'

const confirmationRetryDelayMs = 60_000
const confirmationsPerUserPerDay = 20
const confirmationsPerAddressPerDay = 10

const daySeconds = 24 * 60 * 60
/** Emails that one user may request, all addresses together. */
const perUserLimit = { points: confirmationsPerUserPerDay, seconds: daySeconds }
/**
 * Emails to one address, from all users. The limit is silent: an error would reveal that other users have
 * requested one.
 */
const perAddressLimit = { points: confirmationsPerAddressPerDay, seconds: daySeconds }

type ConfirmationContext = Pick<Context, 'clock' | 'db' | 'jobs' | 'limits' | 'sealer' | 'vendors'>
type User = Pick<Caller, 'userId' | 'sessionId'>
interface ConfirmationRequest {
  user: User
  from: FunctionCall<unknown>['from']
  address: string
}

/**
 * Sends a link by which the owner of an address agrees to receive forwarded mail. An address that has agreed gets no
 * further email.
 * @throws TooManyRequests within a minute of the last request, or over the daily limit
 * @throws AppError `email_not_configured`, `forward_address_own`, `forward_address_withdrawn`,
 * `reauthentication_needed`
 */
export async function requestAddressConfirmation(
  ctx: ConfirmationContext,
  { user: { userId, sessionId }, from, address: given }: ConfirmationRequest,
) {
  const address = given.toLowerCase()
  const now = ctx.clock.now()
  const known = await ctx.db.asService((tx) => findForwardAddress(tx, { userId, address }))
  if (known?.confirmedAt) return
  if (known?.withdrawnAt) fail('forward_address_withdrawn')
  await checkNewAddress(ctx, { userId, sessionId }, known, address)
  if (!ctx.vendors.smtp) fail('email_not_configured')
  const waitMs = known ? addMs(known.requestedAt, confirmationRetryDelayMs).getTime() - now.getTime() : 0
  if (waitMs > 0) throw new TooManyRequests(Math.ceil(waitMs / 1000))
  await ctx.limits.consume('forward-address', perUserLimit, userId)
  const isOverAddressLimit =
    (await ctx.limits.tryConsume(
      'forward-address-to',
      perAddressLimit,
      hashSecret(withoutPlusTag(address)).toString('hex'),
    )) > 0
  // Recorded first, so that no link is sent without an audit entry.
  await recordAuditEvent(ctx, { userId, sessionId, action: 'forward_address_asked', detail: address }, from)
  await ctx.db.asService(async (tx) => {
    const forwardAddressId = await upsertConfirmationRequest(tx, {
      userId,
      address,
      now,
      pauseMs: confirmationRetryDelayMs,
    })
    if (!forwardAddressId) return
    await publishLiveEvent(tx, userId, { type: 'forward-addresses' })
    if (!known) {
      await notifyForwardAddress(tx, ctx, { userId, id: forwardAddressId, address, event: 'requested', ip: from.ip })
    }
    if (!isOverAddressLimit)
      await enqueueEmail(tx, ctx, { kind: 'forward-address', payload: { userId, forwardAddressId }, userId })
  })
}

/**
 * A new address needs a recent sign-in, so that a stolen session cannot redirect mail. The user's own mailboxes are
 * refused: mail would go round in circles.
 */
async function checkNewAddress(
  ctx: Pick<Context, 'clock' | 'db'>,
  at: User,
  known: ForwardAddressRow | null,
  address: string,
): Promise<void> {
  const own = await ctx.db.asService((tx) => findOwnAddresses(tx, at.userId))
  if (own.includes(address)) fail('forward_address_own')
  if (known) return
  if (!(await ctx.db.asAccounts((tx) => isSessionRecentlyAuthenticated(tx, at, ctx.clock.now()))))
    fail('reauthentication_needed')
}

/** Before a configuration with an address is saved. Without a mail server no address can be confirmed. */
export async function checkNewDestination(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors'>,
  user: User,
  config: unknown,
): Promise<void> {
  const read = ForwardMailConfig.safeParse(config)
  if (!read.success || !ctx.vendors.smtp) return
  const address = read.data.destination_email.toLowerCase()
  const known = await ctx.db.asService((tx) => findForwardAddress(tx, { userId: user.userId, address }))
  await checkNewAddress(ctx, user, known, address)
}

/**
 * Requests confirmation when a new address is saved or its link has expired. If that is not possible now, the address
 * is saved unconfirmed.
 */
export const requestConfirmationAfterSaving = (
  ctx: ConfirmationContext,
  call: Omit<ConfirmationRequest, 'address'>,
  config: unknown,
): Promise<void> => requestConfirmationWhere(ctx, call, config, (known, now) => known === null || isExpired(known, now))

/** Requests confirmation again where the link of a known address has expired. */
export const renewConfirmation = (
  ctx: ConfirmationContext,
  call: Omit<ConfirmationRequest, 'address'>,
  config: unknown,
): Promise<void> => requestConfirmationWhere(ctx, call, config, (known, now) => known !== null && isExpired(known, now))

async function requestConfirmationWhere(
  ctx: ConfirmationContext,
  call: Omit<ConfirmationRequest, 'address'>,
  config: unknown,
  isDue: (known: ForwardAddressRow | null, now: Date) => boolean,
): Promise<void> {
  const read = ForwardMailConfig.safeParse(config)
  if (!read.success || !ctx.vendors.smtp) return
  const address = read.data.destination_email
  const { userId } = call.user
  const known = await ctx.db.asService((tx) => findForwardAddress(tx, { userId, address: address.toLowerCase() }))
  if (!isDue(known, ctx.clock.now())) return
  try {
    await requestAddressConfirmation(ctx, { ...call, address })
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error
  }
}

const isExpired = ({ requestedAt, confirmedAt, withdrawnAt }: ForwardAddressRow, now: Date): boolean =>
  confirmedAt === null && withdrawnAt === null && addMs(requestedAt, days(confirmationLinkDays)) <= now
