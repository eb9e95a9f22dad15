import type { Element } from './html-tree.ts'

/** Marks where characters are missing. A noncharacter (Unicode, 23.7), which no text contains. */
const gap = '\uFDD0'
/** Longer than all values that a selector can compare with, so that none begins or ends to match. */
const keptLength = 600
const minRunLength = 4096

/** Characters of base64 and of percent-encoding. None of them ends a comment, a quoted value or a tag. */
const isOfFile = new Uint8Array(128)
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=%\r\n')
  isOfFile[character.charCodeAt(0)] = 1

/**
 * HTML of at most this length: without the middle of embedded files (`data:`) where it is longer. What is left has the
 * same structure; an element whose attributes may have changed is known by `hasShortenedAttribute`.
 */
export function shortenEmbeddedFiles(html: string, maxLength: number): string {
  if (html.length <= maxLength) return html
  const parts: string[] = []
  let copied = 0
  let start = 0
  for (let at = 0; at <= html.length; at += 1) {
    if (isOfFile[html.charCodeAt(at)] === 1) continue
    if (at - start >= minRunLength) {
      parts.push(html.slice(copied, start + keptLength), gap)
      copied = at - keptLength
    }
    start = at + 1
  }
  return [...parts, html.slice(copied)].join('').slice(0, maxLength)
}

/** Whether an attribute, which may hide the element, is not known as a whole. The file of a picture hides nothing. */
export const hasShortenedAttribute = ({ tagName, attrs }: Element): boolean =>
  attrs.some(({ name, value }) => name.includes(gap) || (value.includes(gap) && !(tagName === 'img' && name === 'src')))
