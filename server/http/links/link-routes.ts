import type { Context } from '../../context.ts'
import { linkPageResponse, type LinkPage } from './link-page.ts'
import { rawRoute, type RawCall, type RawRoute, type RouteLimit } from '../routing/route.ts'
import type { LinkPageText } from '../../texts/server-texts.ts'

export interface Page extends Omit<LinkPage, 'form'> {
  /** Null or missing where nothing is left to confirm. */
  button?: LinkPageText | null
  /** What the button answers, where the page can have different ones. */
  answer?: string
}

interface Link<Found> {
  path: string
  limit: RouteLimit
  /** An email client may post to the link itself, without its page (RFC 8058). */
  isOneClick?: boolean
  /** What the link is about, or null where it does not work any more. Changes nothing. */
  find: (ctx: Context, token: string) => Promise<Found | null>
  question: (found: Found) => Page
  /** Carries out what the user has confirmed. @returns null where the link does not work any more */
  act: (ctx: Context, found: Found, call: RawCall & { answer: string | null }) => Promise<Page | null>
  expired: Page
}

const bodyMaxBytes = 4096

/**
 * The routes of a link in an email. GET asks and changes nothing: link scanners of mail providers open links, too. POST
 * acts with the token of the page's form, since a scanner may also post to the link. Possession of the link is the
 * proof, and there is no session that another site could misuse, so the form needs no CSRF token.
 */
export function linkRoutes<Found>({
  path,
  limit,
  isOneClick = false,
  find,
  question,
  act,
  expired,
}: Link<Found>): RawRoute[] {
  const respond = (ctx: Context, { request }: RawCall, token: string, page: Page | null): Promise<Response> => {
    const { button, answer, ...shown } = page ?? expired
    const fields = answer === undefined ? { token } : { token, answer }
    const form = button ? { action: path, fields, button } : null
    return linkPageResponse(ctx.config, request.headers, { ...shown, form }, page ? 200 : 410)
  }
  const options = { path, auth: 'own', limit } as const
  return [
    rawRoute({
      ...options,
      method: 'GET',
      maxBytes: 0,
      async handle(ctx, call) {
        const token = call.url.searchParams.get('token') ?? ''
        const found = await find(ctx, token)
        return respond(ctx, call, token, found && question(found))
      },
    }),
    rawRoute({
      ...options,
      method: 'POST',
      maxBytes: bodyMaxBytes,
      async handle(ctx, call) {
        const fields = new URLSearchParams(call.body.toString('utf8'))
        const token = (isOneClick ? call.url.searchParams.get('token') : null) ?? fields.get('token') ?? ''
        const found = await find(ctx, token)
        return respond(ctx, call, token, found && (await act(ctx, found, { ...call, answer: fields.get('answer') })))
      },
    }),
  ]
}
