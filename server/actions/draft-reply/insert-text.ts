const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark)

/** Graph takes requests of 4 MB; what comes on top of a body is small. */
const mostBytes = 3_500_000
export const fitsRequest = (html: string): boolean => Buffer.byteLength(JSON.stringify(html)) <= mostBytes

/** Puts plain text above what a draft quotes, which stays as it is, byte for byte. */
export function insertText(html: string, text: string): string {
  const paragraphs = text.split('\n\n').map((part) => `<p>${escaped(part).replaceAll('\n', '<br>')}</p>`)
  const above = `<div>${paragraphs.join('')}</div>`
  // Searched in two steps: one pattern for the whole tag would take for ever on a hostile mail.
  const body = bodyIn(html)
  const end = body === -1 ? -1 : html.indexOf('>', body)
  return end === -1 ? `${above}${html}` : `${html.slice(0, end + 1)}${above}${html.slice(end + 1)}`
}

/** Where the body begins; -1 where it does not say. A stranger may write the tag where nobody sees what follows: in a comment, or in a style. */
function bodyIn(html: string): number {
  const marks = /<!--|<(style|script|title|noscript|template|xml)[\s>]|<body[\s>]/gi
  for (let found = marks.exec(html); found; found = marks.exec(html)) {
    const [mark, unseen] = found
    if (unseen === undefined && mark !== '<!--') return found.index
    const end = unseen === undefined ? /-->/g : new RegExp(`</${unseen}`, 'gi')
    end.lastIndex = marks.lastIndex
    if (!end.test(html)) return -1
    marks.lastIndex = end.lastIndex
  }
  return -1
}
