import { createElement, Fragment, type ReactNode } from 'react'
import { pluralOf, translationOf, valueText } from './translate.ts'

/** A value of a `{placeholder}`, or the element of a `<tag>` around its content. */
type Part = ReactNode | ((content: ReactNode) => ReactNode)
type Parts = Record<string, Part>

/**
 * Translates a sentence with elements inside, so that a translation can place them:
 * `rich('Open <history>the history</history>.', { history: (content) => <Link …>{content}</Link> })`
 */
export const rich = (english: string, parts: Parts): ReactNode => compose(translationOf(english), parts)

/** As `rich`, with a count; see `tn`. */
export const richCount = (count: number, one: string, other: string, parts: Parts): ReactNode =>
  compose(pluralOf(count, one, other), { count, ...parts })

/** Values are inserted after the template was split, so a tag or placeholder in a value stays text. */
function compose(template: string, parts: Parts): ReactNode {
  const pieces: ReactNode[] = []
  let end = 0
  for (const match of template.matchAll(/<(\w+)>(.*?)<\/\1>|\{(\w+)\}/gs)) {
    const [whole, tag, content = '', placeholder = ''] = match
    pieces.push(template.slice(end, match.index))
    const part = parts[tag ?? placeholder]
    if (typeof part === 'function') pieces.push(part(compose(content, parts)))
    else pieces.push(typeof part === 'number' ? valueText(part) : part)
    end = match.index + whole.length
  }
  return createElement(Fragment, null, ...pieces, template.slice(end))
}
