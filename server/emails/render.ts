import type { Config } from '../config.ts'
import type { EmailContent } from './composers.ts'

type House = Pick<Config, 'productName' | 'publicUrl' | 'supportEmail'>

/** Both forms of an e-mail: plain text, and HTML of tables and inline styles, which old mail programs show as well. */
export function render(content: EmailContent, house: House): { subject: string; text: string; html: string } {
  return { subject: content.subject, text: renderText(content, house), html: renderHtml(content, house) }
}

function renderText({ heading, paragraphs, button, code, footnote }: EmailContent, house: House): string {
  const parts = [heading, ...paragraphs]
  if (code) parts.push(`    ${code}`)
  if (button) parts.push(`${button.label}:\n${button.url}`)
  parts.push(footnote, `-- \n${house.productName}, ${house.publicUrl}\n${house.supportEmail}`)
  return `${parts.join('\n\n')}\n`
}

function renderHtml({ heading, paragraphs, button, code, footnote }: EmailContent, house: House): string {
  const body = [
    `<h1>${escape(heading)}</h1>`,
    ...paragraphs.map((text) => `<p>${escape(text)}</p>`),
    code ? `<p>${escape(code)}</p>` : '',
    button ? `<p><a href="${escape(button.url)}">${escape(button.label)}</a></p>` : '',
    `<p>${escape(footnote)}</p>`,
    `<p>${escape(house.productName)}</p>`,
  ]
  return `<!doctype html><html lang="en"><body>${body.join('')}</body></html>`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
