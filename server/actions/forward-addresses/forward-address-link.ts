import type { Context } from '../../context.ts'
import { tellPages } from '../../db/live.ts'
import { addToTrail } from '../../db/security-trail.ts'
import { answerLinkPage, blotted } from '../../http/link-page.ts'
import { perIp, raw, type RawCall, type Route } from '../../http/route.ts'
import { hashSecret } from '../../sealed.ts'
import { linkDays } from './ask-address.ts'
import { linkPath } from './link-path.ts'
import { confirmByToken, findByToken } from './queries.ts'

const about = { path: linkPath, auth: 'own', limit: perIp(60, 'minute') } as const

/**
 * The page behind the link, and its button. Whoever has the link reads the address, and that is all that is asked: there is no session that
 * another site could lure them into, so the form needs no proof of where it came from.
 */
export const forwardAddressLink: Route[] = [
  raw({ ...about, method: 'GET', maxBytes: 0, handle: (ctx, { url }) => show(ctx, url.searchParams) }),
  raw({
    ...about,
    method: 'POST',
    maxBytes: 4096,
    handle: (ctx, { body }: RawCall) => agree(ctx, new URLSearchParams(body.toString('utf8'))),
  }),
]

/** Uses nothing up: programs that look into e-mails for dangerous links open them too (checklist B8). */
async function show(ctx: Context, fields: URLSearchParams): Promise<Response> {
  const token = fields.get('token') ?? ''
  const found = await ctx.db.asService((tx) => findByToken(tx, hashSecret(token), ctx.clock.now()))
  if (!found) return gone(ctx)
  const { productName } = ctx.config
  return answerLinkPage(ctx.config, {
    heading: 'May mail be forwarded to you?',
    text: `This allows ${productName} to forward mail to ${blotted(found.address)}, for the person who is named in the e-mail with this link.`,
    form: { action: linkPath, fields: { token }, button: 'Allow forwarding' },
    aside: 'Not what you expected? Close this page: nothing is forwarded until you press the button.',
  })
}

async function agree(ctx: Context, fields: URLSearchParams): Promise<Response> {
  const tokenHash = hashSecret(fields.get('token') ?? '')
  const now = ctx.clock.now()
  const found = await ctx.db.asService((tx) => findByToken(tx, tokenHash, now))
  if (!found) return gone(ctx)
  const entry = { userId: found.userId, sessionId: null, action: 'forward_address_confirmed', now }
  // First, so that none is confirmed without it. Where it was pressed concerns nobody: it is not the owner's own doing.
  await ctx.db.asAccounts((tx) => addToTrail(tx, { ...entry, ip: null, userAgent: null }))
  const userId = await ctx.db.asService(async (tx) => {
    const owner = await confirmByToken(tx, tokenHash, now)
    if (owner) await tellPages(tx, owner, { type: 'forward-addresses' })
    return owner
  })
  if (!userId) return gone(ctx)
  return answerLinkPage(ctx.config, {
    heading: 'Mail may be forwarded to you',
    text: `${ctx.config.productName} may now forward mail to ${blotted(found.address)}.`,
    form: null,
    aside: `You can close this page. To end it later, ask the person who is named in the e-mail, or write to ${ctx.config.supportEmail}.`,
  })
}

const gone = (ctx: Context): Promise<Response> =>
  answerLinkPage(
    ctx.config,
    {
      heading: 'This link does not work any more',
      text: `It was used already, is older than ${linkDays} days, or a newer one was sent.`,
      form: null,
      aside: 'If mail does not arrive, ask the person who is named in the e-mail to send the link again.',
    },
    410,
  )
