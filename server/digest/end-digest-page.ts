import { linkRoutes } from '../http/links/link-routes.ts'
import { perIp } from '../http/routing/route.ts'
import { endLinkPath, openEndToken } from './digest-links.ts'
import { deleteDigestSettings, findDigestSettings } from './digest-settings-queries.ts'

/** Switches the digest off without a session: by its page, or by the email client itself (RFC 8058). */
export const endDigestRoutes = linkRoutes({
  path: endLinkPath,
  limit: perIp(300, 'minute'),
  isOneClick: true,
  async find(ctx, token) {
    const userId = openEndToken(ctx.sealer, token)
    if (userId === null) return null
    return { userId, settings: await ctx.db.asService((tx) => findDigestSettings(tx, userId)) }
  },
  question({ settings }) {
    if (!settings) return endedPage
    return {
      heading: 'End the digest?',
      text: '{product} then sends you no digest any more. Your email is sorted as before.',
      button: 'End the digest',
      aside: 'To choose when it comes instead, sign in and open {account}.',
    }
  },
  async act(ctx, { userId }) {
    await ctx.db.asService((tx) => deleteDigestSettings(tx, userId))
    return endedPage
  },
  expired: {
    heading: 'This link does not work',
    text: 'It is incomplete or too old, so nothing was changed.',
    aside: 'Open the link in the newest digest, or sign in and switch the digest off at {account}.',
  },
})

const endedPage = {
  heading: 'The digest is off',
  text: '{product} sends you no digest any more.',
  aside: 'You can close this page. To switch it on again, sign in and open {account}.',
} as const
