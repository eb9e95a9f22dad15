import type { Context } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { maskEmail } from '../../http/links/link-page.ts'
import { linkRoutes } from '../../http/links/link-routes.ts'
import { perIp } from '../../http/routing/route.ts'
import { hashSecret } from '../../sealed.ts'
import { insertAuditEvent } from '../../shared/audit-log.ts'
import { confirmationLinkDays } from '../limits.ts'
import { confirmationLinkPath } from './confirmation-link-path.ts'
import { confirmByToken, findByToken, withdrawByToken } from './forward-address-queries.ts'
import { notifyForwardAddress } from './notify-forward-address.ts'

/** The page behind the confirmation link. Possession of the link proves access to the address. */
export const forwardAddressConfirmationRoutes = linkRoutes({
  path: confirmationLinkPath,
  limit: perIp(60, 'minute'),
  async find(ctx, token) {
    const tokenHash = hashSecret(token)
    const found = await ctx.db.asService((tx) => findByToken(tx, tokenHash, ctx.clock.now()))
    return found ? { ...found, tokenHash } : null
  },
  question({ address, isConfirmed }) {
    const values = { address: maskEmail(address) }
    if (isConfirmed)
      return {
        heading: 'Email may be forwarded to you',
        text: '{product} forwards email to {address}, for the person who is named in the email with this link.',
        button: 'End forwarding',
        answer: 'end',
        aside: 'Nothing is then forwarded to you any more, and the person is notified.',
        values,
      }
    return {
      heading: 'May email be forwarded to you?',
      text: allowText,
      button: 'Allow forwarding',
      aside: 'Not what you expected? Close this page: nothing is forwarded until you press the button.',
      values,
    }
  },
  async act(ctx, found, { answer, ip }) {
    const ends = answer === 'end'
    if (found.isConfirmed === ends) await recordAnswer(ctx, found, { ends, ip })
    const values = { address: maskEmail(found.address) }
    return { ...(ends ? withdrawnPage : confirmedPage), values }
  },
  expired: {
    heading: 'This link no longer works',
    text: 'It is older than {days} days, or a newer one was sent.',
    aside: 'If no email arrives, ask the person who is named in the email to send the link again.',
    values: { days: confirmationLinkDays },
  },
})

const allowText =
  'This allows {product} to forward email to {address}, for the person who is named in the email with this link.'

async function recordAnswer(
  ctx: Pick<Context, 'config' | 'clock' | 'db' | 'jobs' | 'sealer'>,
  found: NonNullable<Awaited<ReturnType<typeof findByToken>>> & { tokenHash: Buffer },
  { ends, ip }: { ends: boolean; ip: string },
): Promise<void> {
  const now = ctx.clock.now()
  const action = ends ? 'forward_address_withdrawn' : 'forward_address_confirmed'
  const { userId, address, tokenHash } = found
  // The network address of a confirmation shows the user whether they confirmed it themselves. The browser is left
  // out: it belongs to the owner of the address.
  const origin = { sessionId: null, ip: ends ? null : ip, userAgent: null }
  // Recorded first, so that nothing changes without an audit entry.
  await ctx.db.asAccounts((tx) => insertAuditEvent(tx, { userId, action, detail: address, ...origin, now }))
  await ctx.db.asService(async (tx) => {
    const owner = await (ends ? withdrawByToken : confirmByToken)(tx, tokenHash, now)
    if (!owner) return
    await publishLiveEvent(tx, owner, { type: 'forward-addresses' })
    if (!ends) await notifyForwardAddress(tx, ctx, { ...found, event: 'confirmed', ip })
  })
}

const confirmedPage = {
  heading: 'Email may be forwarded to you',
  text: '{product} may now forward emails to {address}.',
  aside: 'You can close this page. To end the forwarding, open the link in the email again.',
} as const

const withdrawnPage = {
  heading: 'Forwarding has ended',
  text: '{product} forwards no email to {address} any more.',
  aside: 'You can close this page. To allow it again, open the link in the email.',
} as const
