import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { OutboxMail } from '../kit/outbox.ts'

/** Sandbox permissions of the frame with a mail: a link opens in a new tab, as in a mail client. */
export const FRAME_RIGHTS = 'allow-popups allow-popups-to-escape-sandbox'

/**
 * Headers for the HTML of a mail, in our frame or on its own: no scripts, forms, external resources or origin. Inline
 * styles of the mail are allowed.
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
  // The target of a link must not learn where the mail was read.
  referrerPolicy: 'no-referrer',
  strictTransportSecurity: false,
})

/** The first base element wins, so the mail cannot set another target. */
export function framedMail({ html }: OutboxMail): string {
  return `<!doctype html><meta charset="utf-8"><base target="_blank">${html}`
}
