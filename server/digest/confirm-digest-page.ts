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
    handle: (ctx, { url }) => showConfirmationPage(ctx, url.searchParams.get('token') ?? ''),
  }),
  rawRoute({ ...routeOptions, method: 'POST', maxBytes: 4096, handle: confirmDigest }),
]

type ConfirmationContext = Pick<Context, 'config' | 'db' | 'sealer'>

/** Changes nothing: link scanners of mail providers open links with GET. */
async function showConfirmationPage(ctx: ConfirmationContext, token: string): Promise<Response> {
  const asked = openConfirmationToken(ctx.sealer, token)
  const settings = asked && (await ctx.db.asService((tx) => findDigestSettings(tx, asked.userId)))
  if (!settings) return linkExpiredPage(ctx)
  if (settings.confirmedAddress === asked.address) return confirmedPage(ctx, asked.address)
  const { productName } = ctx.config
  const { frequency } = settings
  return linkPageResponse(ctx.config, {
    heading: `Get a ${frequency} digest?`,
    text: `${productName} then sends ${maskEmail(asked.address)} a ${frequency} summary of sorted email.`,
    form: { action: confirmationLinkPath, fields: { token }, button: 'Send me the digest' },
    aside: 'Not what you expected? Close this page: nothing is sent until you press the button.',
  })
}

async function confirmDigest(ctx: ConfirmationContext, { body }: RawCall): Promise<Response> {
  const asked = openConfirmationToken(ctx.sealer, new URLSearchParams(body.toString('utf8')).get('token') ?? '')
  if (!asked) return linkExpiredPage(ctx)
  const isOn = await ctx.db.asService((tx) => confirmDigestAddress(tx, asked.userId, asked.address))
  return isOn ? confirmedPage(ctx, asked.address) : linkExpiredPage(ctx)
}

const confirmedPage = ({ config }: ConfirmationContext, address: string): Promise<Response> =>
  linkPageResponse(config, {
    heading: 'The digest is on',
    text: `${config.productName} sends it to ${maskEmail(address)}.`,
    form: null,
    aside: 'You can close this page. Each digest has a link that ends it.',
  })

const linkExpiredPage = ({ config }: ConfirmationContext): Promise<Response> =>
  linkPageResponse(
    config,
    {
      heading: 'This link no longer works',
      text: 'The digest was switched off, or the link is incomplete.',
      form: null,
      aside: `To switch it on, sign in and open ${config.publicUrl}/account.`,
    },
    410,
  )
