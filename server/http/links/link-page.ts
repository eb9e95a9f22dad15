import { html } from 'hono/html'
import type { Config } from '../../config.ts'
import { acceptedLanguage } from '../request/accepted-language.ts'
import { type LinkPageText, textsIn, type TextValues } from '../../texts/server-texts.ts'

/** Served by `server/auth`. */
export const linkPageStylesheet = '/auth/v1/verify.css'

/** The page's font, whose file has a hash in its name. Served with the pages of the build. */
export const fontPath = '/inter-latin.woff2'

export interface LinkPage {
  heading: LinkPageText
  text: LinkPageText
  /** Error of the last submission. */
  notice?: LinkPageText | null
  /** The form with the confirming button; null where nothing is left to confirm. */
  form: { action: string; fields: Record<string, string>; button: LinkPageText } | null
  aside: LinkPageText
  /** For the placeholders of the texts, besides `{product}` and `{account}`. */
  values?: TextValues
}

/**
 * The page behind a link of an email: a description and a confirming button. Opening the page consumes no token, since
 * mail scanners open links too. Needs no script. German where the browser prefers it.
 * @param request the headers of the request
 */
export async function linkPageResponse(
  { productName, publicUrl, supportEmail }: Pick<Config, 'productName' | 'publicUrl' | 'supportEmail'>,
  request: Headers,
  { heading, text, notice = null, form, aside, values }: LinkPage,
  status = 200,
): Promise<Response> {
  const language = acceptedLanguage(request) === 'de' ? 'de' : 'en'
  const { t } = textsIn(language, { product: productName, account: `${publicUrl}/account`, ...values })
  const page = await html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${t(heading)} · ${productName}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="preload" href="${fontPath}" as="font" type="font/woff2" crossorigin />
    <link rel="stylesheet" href="${linkPageStylesheet}" />
  </head>
  <body>
    <header><a href="${publicUrl}/"><img src="/favicon.svg" alt="" width="28" height="28" />${productName}</a></header>
    <main>
      <div class="stripes"></div>
      <h1>${t(heading)}</h1>
      <p>${t(text)}</p>
      ${notice === null ? '' : html`<p role="status">${t(notice)}</p>`}
      ${form === null ? '' : formOf(form, t(form.button))}
      <p class="aside">${withLink(t(aside), `${publicUrl}/account`)}</p>
    </main>
    ${supportEmail === '' ? '' : questionsTo(supportEmail, t('Questions:'))}
  </body>
</html>`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(page.toString(), { status, headers })
}

const questionsTo = (address: string, label: string) =>
  html`<footer><p>${label} <a href="mailto:${address}">${address}</a></p></footer>`

/** Makes the address in a text a link. */
function withLink(text: string, address: string) {
  const at = text.indexOf(address)
  if (at < 0) return text
  return html`${text.slice(0, at)}<a href="${address}">${address}</a>${text.slice(at + address.length)}`
}

const formOf = ({ action, fields }: NonNullable<LinkPage['form']>, button: string) =>
  html`<form method="post" action="${action}">
        ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <button type="submit">${button}</button>
      </form>`

/** Masks an address: recognizable for its owner, not readable for others who open the link. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${at > 1 ? first : ''}•••${email.slice(at)}`
}
