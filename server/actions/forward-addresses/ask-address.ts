import { ForwardMailConfig } from '../../../contract/actions.ts'
import { days, later, minutes } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { tellPages } from '../../db/live.ts'
import { noteInTrail } from '../../db/security-trail.ts'
import { putEmail } from '../../emails/put-email.ts'
import { fail, TooManyRequests } from '../../errors.ts'
import type { FunctionCall } from '../../http/route.ts'
import { hashSecret } from '../../sealed.ts'
import { knownAddress, putAsked, type KnownAddress } from './queries.ts'

export const linkDays = 7
const pauseMs = minutes(1)
const day = 24 * 60 * 60
/** How often one person may ask, all their addresses together. */
const ofPerson = { points: 20, seconds: day }
/** How often one address is written to, whoever asks. Nobody is told when it was enough: that would say that others have asked. */
const ofAddress = { points: 10, seconds: day }

type Asked = Pick<FunctionCall<unknown>, 'user' | 'from'> & { address: string }

/**
 * Sends the link by which an address agrees that mail is forwarded to it (decision T3). One that has agreed is not asked again.
 * @throws TooManyRequests within a minute of the last time, or after many a day; Failure `email_not_configured`, `forward_address_withdrawn`
 */
export async function askAddress(ctx: Context, { user: { userId, sessionId }, from, address: given }: Asked) {
  const address = given.toLowerCase()
  const now = ctx.clock.now()
  const known = await ctx.db.asService((tx) => knownAddress(tx, { userId, address }))
  if (known?.confirmedAt) return
  if (known?.withdrawnAt) fail('forward_address_withdrawn')
  if (!ctx.vendors.smtp) fail('email_not_configured')
  const waitMs = known ? later(known.askedAt, pauseMs).getTime() - now.getTime() : 0
  if (waitMs > 0) throw new TooManyRequests(Math.ceil(waitMs / 1000))
  await ctx.limits.consume('forward-address', ofPerson, userId)
  const isEnough =
    (await ctx.limits.take('forward-address-to', ofAddress, hashSecret(inboxOf(address)).toString('hex'))) > 0
  // First, so that no link goes out without it.
  await noteInTrail(ctx, { userId, sessionId, action: 'forward_address_asked' }, from)
  await ctx.db.asService(async (tx) => {
    const forwardAddressId = await putAsked(tx, { userId, address, now, pauseMs })
    if (!forwardAddressId) return
    await tellPages(tx, userId, { type: 'forward-addresses' })
    if (!isEnough) await putEmail(tx, ctx, { kind: 'forward-address', payload: { userId, forwardAddressId }, userId })
  })
}

/** Where mail to an address arrives with most providers: what follows a plus is the reader's own note (RFC 5233). */
const inboxOf = (address: string): string => address.replace(/(?<=[^+@])\+[^@]*(?=@)/, '')

/** Saving an address that nobody has asked yet, or too long ago, asks it. What cannot be asked now is saved all the same, and waits. */
export async function askAfterSaving(ctx: Context, call: Omit<Asked, 'address'>, config: unknown): Promise<void> {
  const read = ForwardMailConfig.safeParse(config)
  if (!read.success || !ctx.vendors.smtp) return
  const address = read.data.destination_email
  const { userId } = call.user
  const known = await ctx.db.asService((tx) => knownAddress(tx, { userId, address: address.toLowerCase() }))
  if (known && !isOver(known, ctx.clock.now())) return
  try {
    await askAddress(ctx, { ...call, address })
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error
  }
}

const isOver = ({ askedAt, confirmedAt, withdrawnAt }: KnownAddress, now: Date): boolean =>
  confirmedAt === null && withdrawnAt === null && later(askedAt, days(linkDays)) <= now
