import { readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'

export type Html = ReturnType<typeof html>

const style = readFileSync(new URL('style.css', import.meta.url), 'utf8')

export type HostedPage = {
  title: string
  /** `two`: what is bought beside how it is paid. */
  columns?: 'one' | 'two'
  content: Html | Html[]
}

/** The pages that Stripe hosts: forms without scripts, so that a browser and a bare HTTP client can both walk them. */
export function hostedPage({ title, columns = 'one', content }: HostedPage): Html {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${raw(style)}</style></head>
<body><header class="sandbox">SANDBOX - no real money</header>
<main class="${columns}">${content}</main></body></html>`
}

/** A page that says one thing. */
export function messagePage(title: string, text: string, link: { href: string; label: string } | null = null): Html {
  return hostedPage({
    title,
    content: html`<h1>${title}</h1><p>${text}</p>
${link === null ? '' : html`<p><a class="button" href="${link.href}">${link.label}</a></p>`}`,
  })
}

/**
 * No scripts, nothing from elsewhere, in nobody's frame. Addresses here are secrets, so no referrer tells them. Forms may lead anywhere:
 * browsers hold redirects to that rule as well, and a payment leads back to the shop.
 */
export const hostedHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: ["'unsafe-inline'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
  xFrameOptions: 'DENY',
  referrerPolicy: 'no-referrer',
  // It is plain http on loopback, on a port where something else may stand tomorrow.
  strictTransportSecurity: false,
})
