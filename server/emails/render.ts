import type { EmailContent } from './composers.ts'
import { renderHtml } from './render-html.ts'
import { renderText, type House } from './render-text.ts'

export interface RenderedEmail {
  to: string
  subject: string
  text: string
  html: string
}

/**
 * Both forms of an e-mail: plain text, and HTML of tables and inline styles, which old mail programs show as well.
 * @throws Error where a button would lead elsewhere than to us: nobody may be sent away in our name
 */
export function render(content: EmailContent, house: House): RenderedEmail {
  if (content.button && URL.parse(content.button.url)?.origin !== new URL(house.publicUrl).origin) {
    throw new Error('The button of an e-mail leads elsewhere')
  }
  const { to } = content
  return { to, subject: oneLine(content.subject), text: renderText(content, house), html: renderHtml(content, house) }
}

/** A line break in a header would begin another header. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
