const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark)

/** Puts plain text above what a draft quotes, which stays as it is, byte for byte. */
export function insertText(html: string, text: string): string {
  const paragraphs = text.split('\n\n').map((part) => `<p>${escaped(part).replaceAll('\n', '<br>')}</p>`)
  const above = `<div>${paragraphs.join('')}</div>`
  // Searched in two steps: one pattern for the whole tag would take for ever on a hostile mail.
  const body = html.search(/<body[\s>]/i)
  const end = body === -1 ? -1 : html.indexOf('>', body)
  return end === -1 ? `${above}${html}` : `${html.slice(0, end + 1)}${above}${html.slice(end + 1)}`
}
