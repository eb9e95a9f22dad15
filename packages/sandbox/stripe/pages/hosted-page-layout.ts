import { readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'
import { type Html, pageFrame } from '../../kit/page-frame.ts'

const style = readFileSync(new URL('hosted-pages.css', import.meta.url), 'utf8')

type HostedPage = {
  title: string
  /** `two`: order summary beside the payment form. */
  columns?: 'one' | 'two'
  content: Html | Html[]
}

export function hostedPage({ title, columns = 'one', content }: HostedPage): Html {
  return pageFrame({
    title,
    head: html`<style>${raw(style)}</style>`,
    body: html`<header class="sandbox">SANDBOX - no real money</header>
<main class="${columns}">${content}</main>`,
  })
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
