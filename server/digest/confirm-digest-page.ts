import { maskEmail } from '../http/links/link-page.ts'
import { linkRoutes } from '../http/links/link-routes.ts'
import { perIp } from '../http/routing/route.ts'
import { confirmationLinkPath, openConfirmationToken } from './digest-links.ts'
import { confirmDigestAddress, findDigestSettings } from './digest-settings-queries.ts'

/** The page behind the confirmation link. Possession of the link proves access to the address. */
export const confirmDigestRoutes = linkRoutes({
  path: confirmationLinkPath,
  limit: perIp(60, 'minute'),
  async find(ctx, token) {
    const asked = openConfirmationToken(ctx.sealer, token)
    const settings = asked && (await ctx.db.asService((tx) => findDigestSettings(tx, asked.userId)))
    return settings && { ...asked, ...settings }
  },
  question({ address, confirmedAddress }) {
    if (confirmedAddress === address) return confirmedPage(address)
    return {
      heading: 'Get the digest?',
      text: '{product} then sends {address} a summary of sorted email.',
      button: 'Send me the digest',
      aside: 'Not what you expected? Close this page: nothing is sent until you press the button.',
      values: { address: maskEmail(address) },
    }
  },
  async act(ctx, { userId, address }) {
    const isOn = await ctx.db.asService((tx) => confirmDigestAddress(tx, userId, address))
    return isOn ? confirmedPage(address) : null
  },
  expired: {
    heading: 'This link no longer works',
    text: 'The digest was switched off, or the link is incomplete.',
    aside: 'To switch it on, sign in and open {account}.',
  },
})

const confirmedPage = (address: string) =>
  ({
    heading: 'The digest is on',
    text: '{product} sends it to {address}.',
    aside: 'You can close this page. Each digest has a link that ends it.',
    values: { address: maskEmail(address) },
  }) as const
