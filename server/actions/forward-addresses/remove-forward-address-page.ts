import { linkRoutes } from '../../http/links/link-routes.ts'
import { perIp } from '../../http/routing/route.ts'
import { findForwardAddressById } from './forward-address-queries.ts'
import { openRemovalToken, removalLinkPath } from './removal-link.ts'
import { removeForwardAddress } from './remove-forward-address.ts'

const removed = {
  text: '{product} forwards no email to it.',
  aside: 'You can close this page. If you did not add the address yourself, choose a new password now.',
} as const

/**
 * The page behind the link of a notice to the user. It needs no session: the user may be on another device, and an
 * attacker may hold the session. It can only end forwarding.
 */
export const forwardAddressRemovalRoutes = linkRoutes({
  path: removalLinkPath,
  limit: perIp(60, 'minute'),
  async find(ctx, token) {
    const at = openRemovalToken(ctx.sealer, token)
    return at && (await ctx.db.asService((tx) => findForwardAddressById(tx, at)))
  },
  question: ({ address }) => ({
    heading: 'Remove this address?',
    text: '{product} then forwards none of your email to {address}.',
    button: 'Remove address',
    aside: 'Did you not add it yourself? Then also choose a new password: someone may be using your account.',
    values: { address },
  }),
  async act(ctx, found, { request, ip }) {
    await removeForwardAddress(ctx, { ...found, sessionId: null }, { request, ip })
    return { ...removed, heading: 'The address is removed' }
  },
  expired: { ...removed, heading: 'This address is not there any more' },
})
