import type { Context } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { insertAuditEvent } from '../../shared/audit-log.ts'
import { linkPageResponse, maskEmail } from '../../http/link-page.ts'
import { perIp, rawRoute, type RawCall, type Route } from '../../http/route.ts'
import { hashSecret } from '../../sealed.ts'
import { confirmationLinkDays } from '../limits.ts'
import { notifyForwardAddress } from './notify-forward-address.ts'
import { confirmationLinkPath } from './confirmation-link-path.ts'
import { confirmByToken, findByToken, withdrawByToken } from './forward-address-queries.ts'

const routeOptions = { path: confirmationLinkPath, auth: 'own', limit: perIp(60, 'minute') } as const

/**
 * The page behind the confirmation link. Possession of the link proves access to the address. There is no session
 * that another site could misuse, so the form needs no CSRF token.
 */
export const forwardAddressConfirmationRoutes: Route[] = [
  rawRoute({
    ...routeOptions,
    method: 'GET',
    maxBytes: 0,
    handle: showConfirmationPage,
  }),
  rawRoute({
    ...routeOptions,
    method: 'POST',
    maxBytes: 4096,
    handle: submitAnswer,
  }),
]

const readToken = (fields: URLSearchParams) => {
  const token = fields.get('token') ?? ''
  return { token, tokenHash: hashSecret(token) }
}

const allowText =
  'This allows {product} to forward email to {address}, for the person who is named in the email with this link.'

/** Changes nothing: link scanners of mail providers open links with GET. */
async function showConfirmationPage(
  ctx: Pick<Context, 'config' | 'clock' | 'db'>,
  { url, request }: RawCall,
): Promise<Response> {
  const { token, tokenHash } = readToken(url.searchParams)
  const found = await ctx.db.asService((tx) => findByToken(tx, tokenHash, ctx.clock.now()))
  if (!found) return linkExpiredPage(ctx, request)
  const values = { address: maskEmail(found.address) }
  if (found.isConfirmed)
    return linkPageResponse(ctx.config, request.headers, {
      heading: 'Email may be forwarded to you',
      text: '{product} forwards email to {address}, for the person who is named in the email with this link.',
      form: { action: confirmationLinkPath, fields: { token, answer: 'end' }, button: 'End forwarding' },
      aside: 'Nothing is then forwarded to you any more, and the person is notified.',
      values,
    })
  return linkPageResponse(ctx.config, request.headers, {
    heading: 'May email be forwarded to you?',
    text: allowText,
    form: { action: confirmationLinkPath, fields: { token }, button: 'Allow forwarding' },
    aside: 'Not what you expected? Close this page: nothing is forwarded until you press the button.',
    values,
  })
}

async function submitAnswer(
  ctx: Pick<Context, 'config' | 'clock' | 'db' | 'jobs' | 'sealer'>,
  { body, request, ip }: RawCall,
): Promise<Response> {
  const fields = new URLSearchParams(body.toString('utf8'))
  const { tokenHash } = readToken(fields)
  const now = ctx.clock.now()
  const ends = fields.get('answer') === 'end'
  const found = await ctx.db.asService((tx) => findByToken(tx, tokenHash, now))
  if (!found) return linkExpiredPage(ctx, request)
  if (found.isConfirmed === ends) {
    const action = ends ? 'forward_address_withdrawn' : 'forward_address_confirmed'
    const { userId, address } = found
    // The network address of a confirmation shows the user whether they confirmed it themselves. The browser is left
    // out: it belongs to the owner of the address.
    const origin = { sessionId: null, ip: ends ? null : ip, userAgent: null }
    const entry = { userId, action, detail: address, ...origin, now }
    // Recorded first, so that nothing changes without an audit entry.
    await ctx.db.asAccounts((tx) => insertAuditEvent(tx, entry))
    await ctx.db.asService(async (tx) => {
      const owner = await (ends ? withdrawByToken : confirmByToken)(tx, tokenHash, now)
      if (!owner) return
      await publishLiveEvent(tx, owner, { type: 'forward-addresses' })
      if (!ends) await notifyForwardAddress(tx, ctx, { ...found, event: 'confirmed', ip })
    })
  }
  return ends ? withdrawnPage(ctx, request, found.address) : confirmedPage(ctx, request, found.address)
}

const confirmedPage = ({ config }: Pick<Context, 'config'>, request: Request, address: string): Promise<Response> =>
  linkPageResponse(config, request.headers, {
    heading: 'Email may be forwarded to you',
    text: '{product} may now forward email to {address}.',
    form: null,
    aside: 'You can close this page. To end the forwarding, open the link in the email again.',
    values: { address: maskEmail(address) },
  })

const withdrawnPage = ({ config }: Pick<Context, 'config'>, request: Request, address: string): Promise<Response> =>
  linkPageResponse(config, request.headers, {
    heading: 'Forwarding has ended',
    text: '{product} forwards no email to {address} any more.',
    form: null,
    aside: 'You can close this page. To allow it again, open the link in the email.',
    values: { address: maskEmail(address) },
  })

const linkExpiredPage = (ctx: Pick<Context, 'config'>, request: Request): Promise<Response> =>
  linkPageResponse(
    ctx.config,
    request.headers,
    {
      heading: 'This link no longer works',
      text: 'It is older than {days} days, or a newer one was sent.',
      form: null,
      aside: 'If no email arrives, ask the person who is named in the email to send the link again.',
      values: { days: confirmationLinkDays },
    },
    410,
  )
