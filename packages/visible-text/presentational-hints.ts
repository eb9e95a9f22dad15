import { parseLegacyColour } from './colours.ts'
import { getAttribute, type Element } from './html-tree.ts'

const preformattedElements = /^(?:pre|textarea|listing|plaintext|xmp)$/

/** Styles set by attributes such as `bgcolor` and by elements such as `mark`; any author style overrides them. */
export function presentationalHints(element: Element): [string, string][] {
  const { tagName } = element
  const styles: [string, string][] = []
  const addColour = (property: string, text: string | null): void => {
    const hex = text === null ? null : parseLegacyColour(text)
    if (hex !== null) styles.push([property, hex])
  }
  if (tagName === 'font') addColour('color', getAttribute(element, 'color'))
  if (tagName === 'body') addColour('color', getAttribute(element, 'text'))
  addColour('background-color', getAttribute(element, 'bgcolor'))
  if (tagName === 'mark') styles.push(['background-color', 'yellow'], ['color', 'black'])
  if (preformattedElements.test(tagName)) styles.push(['white-space', 'pre'])
  return styles
}
