import type { Context } from '../context.ts'
import { linkPageResponse } from '../http/link-page.ts'
import { perIp, rawRoute, type RawCall, type Route } from '../http/route.ts'
import { endLinkPath, openEndToken } from './digest-links.ts'
import { deleteDigestSettings, findDigestSettings } from './digest-settings-queries.ts'

const routeOptions = { path: endLinkPath, auth: 'own', limit: perIp(300, 'minute') } as const

/**
 * Switches the digest off without a session. Email clients post to the address of `List-Unsubscribe` (RFC 8058), which
 * has the token in its query. It can only end the digest, so the form needs no CSRF token.
 */
export const endDigestRoutes: Route[] = [
  rawRoute({
    ...routeOptions,
    method: 'GET',
    maxBytes: 0,
    handle: showEndPage,
  }),
  rawRoute({ ...routeOptions, method: 'POST', maxBytes: 4096, handle: endDigest }),
]

type EndContext = Pick<Context, 'config' | 'db' | 'sealer'>

/** Changes nothing: link scanners of mail providers open links with GET. */
async function showEndPage(ctx: EndContext, { url, request }: RawCall): Promise<Response> {
  const token = url.searchParams.get('token') ?? ''
  const userId = openEndToken(ctx.sealer, token)
  if (userId === null) return unknownLinkPage(ctx, request)
  const settings = await ctx.db.asService((tx) => findDigestSettings(tx, userId))
  if (!settings) return endedPage(ctx, request)
  return linkPageResponse(ctx.config, request.headers, {
    heading: settings.frequency === 'daily' ? 'End the daily digest?' : 'End the weekly digest?',
    text: '{product} then sends you no digest any more. Your email is sorted as before.',
    form: { action: endLinkPath, fields: { token }, button: 'End the digest' },
    aside: 'To choose how often it comes instead, sign in and open {account}.',
  })
}

async function endDigest(ctx: EndContext, { body, url, request }: RawCall): Promise<Response> {
  const token = url.searchParams.get('token') ?? new URLSearchParams(body.toString('utf8')).get('token') ?? ''
  const userId = openEndToken(ctx.sealer, token)
  if (userId === null) return unknownLinkPage(ctx, request)
  await ctx.db.asService((tx) => deleteDigestSettings(tx, userId))
  return endedPage(ctx, request)
}

const endedPage = ({ config }: EndContext, request: Request): Promise<Response> =>
  linkPageResponse(config, request.headers, {
    heading: 'The digest is off',
    text: '{product} sends you no digest any more.',
    form: null,
    aside: 'You can close this page. To switch it on again, sign in and open {account}.',
  })

const unknownLinkPage = ({ config }: EndContext, request: Request): Promise<Response> =>
  linkPageResponse(
    config,
    request.headers,
    {
      heading: 'This link does not work',
      text: 'It is incomplete or too old, so nothing was changed.',
      form: null,
      aside: 'Open the link in the newest digest, or sign in and switch the digest off at {account}.',
    },
    410,
  )
