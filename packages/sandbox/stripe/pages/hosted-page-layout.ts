import { readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'

export type Html = ReturnType<typeof html>

const style = readFileSync(new URL('hosted-pages.css', import.meta.url), 'utf8')

type HostedPage = {
  title: string
  /** `two`: order summary beside the payment form. */
  columns?: 'one' | 'two'
  content: Html | Html[]
}

/** Layout of the hosted pages: forms without scripts, so that a browser and a plain HTTP client can both use them. */
export function hostedPage({ title, columns = 'one', content }: HostedPage): Html {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${raw(style)}</style></head>
<body><header class="sandbox">SANDBOX - no real money</header>
<main class="${columns}">${content}</main></body></html>`
}

/** A page with one message. */
export function messagePage(title: string, text: string, link: { href: string; label: string } | null = null): Html {
  return hostedPage({
    title,
    content: html`<h1>${title}</h1><p>${text}</p>
${link === null ? '' : html`<p><a class="button" href="${link.href}">${link.label}</a></p>`}`,
  })
}

/**
 * No scripts, external resources or framing. No referrer, because the URLs are secrets. No form-action: browsers apply
 * it to redirects too, and a payment redirects to the shop.
 */
export const hostedPageHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: ["'unsafe-inline'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
  xFrameOptions: 'DENY',
  referrerPolicy: 'no-referrer',
  // HSTS would break other http services on this loopback host.
  strictTransportSecurity: false,
})
