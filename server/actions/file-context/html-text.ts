const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
/** Elements that hold no text for readers. */
const unseen = /^(?:head|noscript|object|script|style|svg|template)$/
const block =
  /^(?:address|article|blockquote|br|dd|div|dl|dt|footer|h[1-6]|header|hr|li|main|ol|p|pre|section|table|tr|ul)$/
const cell = /^(?:td|th)$/

/** The text of a page, in one pass over it: a hostile page costs no more than its length. */
export function htmlText(html: string): string {
  const parts: string[] = []
  let at = 0
  while (at < html.length) {
    const tag = html.indexOf('<', at)
    if (tag === -1) break
    parts.push(html.slice(at, tag))
    const end = html.startsWith('<!--', tag) ? html.indexOf('-->', tag) + 2 : html.indexOf('>', tag)
    if (end < tag) return whole(parts)
    const name = /^<\/?([a-z][a-z0-9]{0,20})/i.exec(html.slice(tag, tag + 30))?.[1]?.toLowerCase() ?? ''
    at = end + 1
    if (block.test(name)) parts.push('\n')
    if (cell.test(name)) parts.push('\t')
    if (unseen.test(name) && html[tag + 1] !== '/' && html[end - 1] !== '/') {
      const closed = indexOfClosing(html, name, at)
      if (closed === -1) return whole(parts)
      at = closed
    }
  }
  return whole([...parts, html.slice(at)])
}

function indexOfClosing(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi')
  closing.lastIndex = from
  return closing.exec(html)?.index ?? -1
}

const whole = (parts: readonly string[]): string =>
  parts
    .map((part) => (part === '\n' || part === '\t' ? part : part.replace(/\s+/g, ' ')))
    .join('')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (found, decimal, hex, name) => {
      if (name !== undefined) return entities[String(name).toLowerCase()] ?? found
      const point = decimal === undefined ? Number.parseInt(String(hex), 16) : Number.parseInt(String(decimal), 10)
      return point <= 0x10ffff ? String.fromCodePoint(point) : found
    })
