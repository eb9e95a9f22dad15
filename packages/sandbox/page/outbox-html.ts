import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { OutboxMail } from '../kit/outbox.ts'

/** What a frame with a mail may do, and nothing else: a link opens in a tab of its own, as from a mail program. */
export const FRAME_RIGHTS = 'allow-popups allow-popups-to-escape-sandbox'

/**
 * For the HTML of a mail: no scripts, forms, or anything from elsewhere, and no origin, in the frame of our page or by itself.
 * Styles are the mail's own.
 */
export const mailHeaders: MiddlewareHandler = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: ["'unsafe-inline'"],
    imgSrc: ['data:'],
    formAction: ["'none'"],
    baseUri: ["'none'"],
    frameAncestors: ["'self'"],
    sandbox: FRAME_RIGHTS.split(' '),
  },
  xFrameOptions: 'SAMEORIGIN',
  // What a link leads to must not learn where it was read.
  referrerPolicy: 'no-referrer',
  strictTransportSecurity: false,
})

/** The target goes first: the first one counts, so a mail cannot set another. */
export function framedMail({ html }: OutboxMail): string {
  return `<!doctype html><meta charset="utf-8"><base target="_blank">${html}`
}
