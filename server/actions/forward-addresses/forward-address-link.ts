import type { Context } from '../../context.ts'
import { tellPages } from '../../db/live.ts'
import { addToTrail } from '../../db/security-trail.ts'
import { answerLinkPage, blotted } from '../../http/link-page.ts'
import { perIp, raw, type RawCall, type Route } from '../../http/route.ts'
import { hashSecret } from '../../sealed.ts'
import { linkDays } from './ask-address.ts'
import { linkPath } from './link-path.ts'
import { confirmByToken, findByToken, withdrawByToken } from './queries.ts'

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
    handle: (ctx, { body }: RawCall) => answer(ctx, new URLSearchParams(body.toString('utf8'))),
  }),
]

const withToken = (fields: URLSearchParams) => {
  const token = fields.get('token') ?? ''
  return { token, tokenHash: hashSecret(token) }
}

/** Uses nothing up: programs that look into e-mails for dangerous links open them too (checklist B8). */
async function show(ctx: Pick<Context, 'config' | 'clock' | 'db'>, fields: URLSearchParams): Promise<Response> {
  const { token, tokenHash } = withToken(fields)
  const found = await ctx.db.asService((tx) => findByToken(tx, tokenHash, ctx.clock.now()))
  if (!found) return gone(ctx)
  const { productName } = ctx.config
  const address = blotted(found.address)
  if (found.isConfirmed)
    return answerLinkPage(ctx.config, {
      heading: 'Mail may be forwarded to you',
      text: `${productName} forwards mail to ${address}, for the person who is named in the e-mail with this link.`,
      form: { action: linkPath, fields: { token, answer: 'end' }, button: 'End forwarding' },
      aside: 'Once it is ended, nothing more is forwarded to you, and the person is told so.',
    })
  return answerLinkPage(ctx.config, {
    heading: 'May mail be forwarded to you?',
    text: `This allows ${productName} to forward mail to ${address}, for the person who is named in the e-mail with this link.`,
    form: { action: linkPath, fields: { token }, button: 'Allow forwarding' },
    aside: 'Not what you expected? Close this page: nothing is forwarded until you press the button.',
  })
}

async function answer(ctx: Pick<Context, 'config' | 'clock' | 'db'>, fields: URLSearchParams): Promise<Response> {
  const { tokenHash } = withToken(fields)
  const now = ctx.clock.now()
  const ends = fields.get('answer') === 'end'
  const found = await ctx.db.asService((tx) => findByToken(tx, tokenHash, now))
  if (!found) return gone(ctx)
  if (found.isConfirmed === ends) {
    const action = ends ? 'forward_address_withdrawn' : 'forward_address_confirmed'
    const entry = { userId: found.userId, sessionId: null, action, ip: null, userAgent: null, now }
    // First, so that none is changed without it. Where it was pressed concerns nobody: it is not the owner's own doing.
    await ctx.db.asAccounts((tx) => addToTrail(tx, entry))
    await ctx.db.asService(async (tx) => {
      const owner = await (ends ? withdrawByToken : confirmByToken)(tx, tokenHash, now)
      if (owner) await tellPages(tx, owner, { type: 'forward-addresses' })
    })
  }
  return ends ? ended(ctx, found.address) : agreed(ctx, found.address)
}

const agreed = ({ config }: Pick<Context, 'config'>, address: string): Promise<Response> =>
  answerLinkPage(config, {
    heading: 'Mail may be forwarded to you',
    text: `${config.productName} may now forward mail to ${blotted(address)}.`,
    form: null,
    aside: 'You can close this page. To end it, open the link in the e-mail again.',
  })

const ended = ({ config }: Pick<Context, 'config'>, address: string): Promise<Response> =>
  answerLinkPage(config, {
    heading: 'Forwarding has ended',
    text: `${config.productName} forwards no mail to ${blotted(address)} any more.`,
    form: null,
    aside: 'You can close this page. Should you want it again, open the link in the e-mail.',
  })

const gone = (ctx: Pick<Context, 'config'>): Promise<Response> =>
  answerLinkPage(
    ctx.config,
    {
      heading: 'This link does not work any more',
      text: `It is older than ${linkDays} days, or a newer one was sent.`,
      form: null,
      aside: 'If mail does not arrive, ask the person who is named in the e-mail to send the link again.',
    },
    410,
  )
