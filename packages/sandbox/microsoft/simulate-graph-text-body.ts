const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** What is not closed reaches to the end, as in a browser; to look for its end again and again would take long. */
export function htmlToText(html: string): string {
  return html
    .replace(/<(script|style|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<br\s*\/?>|<\/(?:p|div|tr|li|h[1-6]|table|blockquote)\s*>/gi, '\n')
    .replace(/<(?=[a-z/!?])[^>]*(?:>|$)/gi, '')
    .replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/gi, (whole, name: string) => entity(name) ?? whole)
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ \r?\n ?|\r\n ?|\n /g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function entity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

export function textToHtml(text: string): string {
  const head = '<head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head>'
  return `<html>${head}<body><div style="white-space:pre-wrap">${escapeHtml(text)}</div></body></html>`
}

/** Removes active content, as Outlook does by default. */
export function withoutScripts(html: string): string {
  return html
    .replace(/<script\b[\s\S]*?(?:<\/script\s*>|$)/gi, '')
    .replace(/<(iframe|object|embed|applet)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/\son[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '')
    .replace(/(href|src)\s*=\s*(["']?)\s*javascript:[^"'\s>]*/gi, '$1=$2#')
}

export function previewOf(text: string): string {
  return text.slice(0, 2000).replace(/\s+/g, ' ').trim().slice(0, 255)
}

/** The text before the first quoted message. */
export function withoutQuote(text: string): string {
  const start = text.search(/^(?:-{2,} ?Original Message|_{10,}|From: .+|On .+ wrote:|>)/m)
  return start > 0 ? text.slice(0, start).trimEnd() : text
}
