/** Graph accepts requests of 4 MB; the rest of the request of a draft is small. */
const draftBodyMaxBytes = 3_500_000

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark)

export const fitsDraft = (html: string): boolean => Buffer.byteLength(JSON.stringify(html)) <= draftBodyMaxBytes

/** Inserts plain text above the quoted message, which stays unchanged byte for byte. */
export function insertTextIntoHtml(html: string, text: string): string {
  const paragraphs = text.split('\n\n').map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
  const above = `<div>${paragraphs.join('')}</div>`
  // Searched in two steps: a single pattern for the whole tag would take quadratic time on a hostile message.
  const body = indexOfBodyTag(html)
  const end = body === -1 ? -1 : html.indexOf('>', body)
  return end === -1 ? `${above}${html}` : `${html.slice(0, end + 1)}${above}${html.slice(end + 1)}`
}

/**
 * Index of the body tag; -1 if there is none. Skips tags inside comments, styles and scripts, where a sender may hide
 * a fake one.
 */
function indexOfBodyTag(html: string): number {
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
