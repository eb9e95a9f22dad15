import type { Context } from '../context.ts'
import { linkPageResponse, maskEmail } from '../http/link-page.ts'
import { perIp, rawRoute, type RawCall, type Route } from '../http/route.ts'
import { confirmationLinkPath, openConfirmationToken } from './digest-links.ts'
import { confirmDigestAddress, findDigestSettings } from './digest-settings-queries.ts'

const routeOptions = { path: confirmationLinkPath, auth: 'own', limit: perIp(60, 'minute') } as const

/**
 * The page behind the confirmation link. Possession of the link proves access to the address. There is no session that
 * another site could misuse, so the form needs no CSRF token.
 */
export const confirmDigestRoutes: Route[] = [
  rawRoute({
    ...routeOptions,
    method: 'GET',
    maxBytes: 0,
    handle: showConfirmationPage,
  }),
  rawRoute({ ...routeOptions, method: 'POST', maxBytes: 4096, handle: confirmDigest }),
]

type ConfirmationContext = Pick<Context, 'config' | 'db' | 'sealer'>

/** Changes nothing: link scanners of mail providers open links with GET. */
async function showConfirmationPage(ctx: ConfirmationContext, { url, request }: RawCall): Promise<Response> {
  const token = url.searchParams.get('token') ?? ''
  const asked = openConfirmationToken(ctx.sealer, token)
  const settings = asked && (await ctx.db.asService((tx) => findDigestSettings(tx, asked.userId)))
  if (!settings) return linkExpiredPage(ctx, request)
  if (settings.confirmedAddress === asked.address) return confirmedPage(ctx, request, asked.address)
  const isDaily = settings.frequency === 'daily'
  return linkPageResponse(ctx.config, request.headers, {
    heading: isDaily ? 'Get a daily digest?' : 'Get a weekly digest?',
    text: isDaily
      ? '{product} then sends {address} a daily summary of sorted email.'
      : '{product} then sends {address} a weekly summary of sorted email.',
    form: { action: confirmationLinkPath, fields: { token }, button: 'Send me the digest' },
    aside: 'Not what you expected? Close this page: nothing is sent until you press the button.',
    values: { address: maskEmail(asked.address) },
  })
}

async function confirmDigest(ctx: ConfirmationContext, { body, request }: RawCall): Promise<Response> {
  const asked = openConfirmationToken(ctx.sealer, new URLSearchParams(body.toString('utf8')).get('token') ?? '')
  if (!asked) return linkExpiredPage(ctx, request)
  const isOn = await ctx.db.asService((tx) => confirmDigestAddress(tx, asked.userId, asked.address))
  return isOn ? confirmedPage(ctx, request, asked.address) : linkExpiredPage(ctx, request)
}

const confirmedPage = ({ config }: ConfirmationContext, request: Request, address: string): Promise<Response> =>
  linkPageResponse(config, request.headers, {
    heading: 'The digest is on',
    text: '{product} sends it to {address}.',
    form: null,
    aside: 'You can close this page. Each digest has a link that ends it.',
    values: { address: maskEmail(address) },
  })

const linkExpiredPage = ({ config }: ConfirmationContext, request: Request): Promise<Response> =>
  linkPageResponse(
    config,
    request.headers,
    {
      heading: 'This link no longer works',
      text: 'The digest was switched off, or the link is incomplete.',
      form: null,
      aside: 'To switch it on, sign in and open {account}.',
    },
    410,
  )
