import { attributeOf } from './selectors.ts'
import type { Element } from './bounded-tree.ts'
import { black, colourOf, differ, legacyHexOf, over, white, type Colour } from './colours.ts'
import { isGlobal } from './declarations.ts'
import { fontSizeOf, pixelsOf } from './lengths.ts'

/** How text looks in an element, as far as it may be hidden by it; what is inherited, and what gathers on the way down. */
export interface Look {
  isVisible: boolean
  fontSize: number
  colour: Colour | 'unknown'
  /** Stands in for the colour of letters where it is set. */
  fill: Colour | 'unknown' | null
  /** Of links that have no colour of their own. */
  link: Colour | 'unknown'
  background: Colour
  opacity: number
  keepsLines: boolean
}

export const firstLook: Look = {
  isVisible: true,
  fontSize: 16,
  colour: black,
  fill: null,
  link: { red: 0, green: 0, blue: 238, alpha: 1 },
  background: white,
  opacity: 1,
  keepsLines: false,
}

const smallestFont = 2
const leastOpacity = 0.1
/** Further out than this nobody scrolls; and no page is that wide. */
const farOut = -500
const farAway = 3000

/** What is not understood counts as hidden: a size that is not worked out is not a size to read. */
export function isSeen({ isVisible, fontSize, colour, fill, background }: Look): boolean {
  const letters = fill ?? colour
  return isVisible && fontSize >= smallestFont && letters !== 'unknown' && differ(over(letters, background), background)
}

/** Elements whose text is not shown to readers of a mail. */
const unseen =
  /^(?:applet|area|audio|canvas|datalist|embed|frameset|head|iframe|input|link|map|math|meta|meter|noembed|noframes|object|param|progress|rp|script|select|source|style|svg|template|title|track|video)$/
const tableParts = /^(?:table|thead|tbody|tfoot|tr|td|th)$/

const preformatted = /^(?:pre|textarea|listing|plaintext|xmp)$/

/** What old attributes set, by property; weaker than every style. */
export function attributeStyles(element: Element): [string, string][] {
  const { tagName } = element
  const styles: [string, string][] = []
  const add = (property: string, text: string | null): void => {
    const hex = text === null ? null : legacyHexOf(text)
    if (hex !== null) styles.push([property, hex])
  }
  if (tagName === 'font') add('color', attributeOf(element, 'color'))
  if (tagName === 'body') add('color', attributeOf(element, 'text'))
  add('background-color', attributeOf(element, 'bgcolor'))
  if (tagName === 'mark') styles.push(['background-color', 'yellow'], ['color', 'black'])
  if (preformatted.test(tagName)) styles.push(['white-space', 'pre'])
  return styles
}

/**
 * How an element's text looks.
 * @param style its values by property
 * @returns null where nothing in it is seen
 */
export function lookOf(element: Element, style: ReadonlyMap<string, string>, parent: Look): Look | null {
  const { tagName } = element
  if (unseen.test(tagName) || attributeOf(element, 'hidden') !== null || attributeOf(element, 'popover') !== null)
    return null
  if (tagName === 'dialog' && attributeOf(element, 'open') === null) return null
  const isLink = tagName === 'a' && attributeOf(element, 'href') !== null
  if (style.size === 0 && !isLink && tagName !== 'body') return parent
  const fontSize = inherited(
    style.get('font-size'),
    parent.fontSize,
    16,
    (value) => fontSizeOf(value, parent.fontSize) ?? parent.fontSize,
  )
  const opacity = parent.opacity * fractionOf(style.get('opacity'))
  if (opacity < leastOpacity || isTakenAway(style) || isFarOut(style, fontSize) || isShut(tagName, style, fontSize))
    return null
  const asColour = (value: string) => (value === 'currentcolor' ? null : colourOf(value))
  return {
    isVisible: inherited(style.get('visibility'), parent.isVisible, true, (value) => value === 'visible'),
    fontSize,
    colour: inherited(
      style.get('color'),
      isLink ? parent.link : parent.colour,
      black,
      (value) => asColour(value) ?? parent.colour,
    ),
    link:
      tagName === 'body'
        ? (colourOf(legacyHexOf(attributeOf(element, 'link') ?? '') ?? '') ?? parent.link)
        : parent.link,
    fill: inherited(style.get('-webkit-text-fill-color'), parent.fill, null, asColour),
    background: backgroundOf(style.get('background-color'), parent),
    opacity,
    keepsLines: inherited(style.get('white-space'), parent.keepsLines, false, (value) => /^(?:pre|break)/.test(value)),
  }
}

function inherited<T>(value: string | undefined, parent: T, initial: T, read: (value: string) => T): T {
  if (value === undefined) return parent
  if (value === 'initial') return initial
  return isGlobal(value) ? parent : read(value)
}

function backgroundOf(value: string | undefined, { background, colour }: Look): Colour {
  if (value === undefined) return background
  if (value === 'currentcolor') return colour === 'unknown' ? background : over(colour, background)
  const own = colourOf(value)
  return own === null || own === 'unknown' ? background : over(own, background)
}

function fractionOf(value: string | undefined): number {
  if (value === undefined || isGlobal(value)) return 1
  const number = Number.parseFloat(value)
  if (Number.isNaN(number)) return 0
  return Math.min(1, Math.max(0, value.endsWith('%') ? number / 100 : number))
}

const isTakenAway = (style: ReadonlyMap<string, string>): boolean =>
  style.has('gone') ||
  /none|var\(/.test(style.get('display') ?? '') ||
  /hidden|var\(/.test(style.get('content-visibility') ?? '')

/** Moved out of the page, or behind it. */
function isFarOut(style: ReadonlyMap<string, string>, font: number): boolean {
  const at = (property: string, percent = 800): number => {
    const value = style.get(property)
    return value === undefined || isGlobal(value) ? 0 : (pixelsOf(value, { font, percent }) ?? 0)
  }
  const isOut = (pixels: number): boolean => !(pixels > farOut && pixels < farAway)
  if (['margin-left', 'margin-top', 'text-indent'].some((property) => isOut(at(property)))) return true
  if (!(at('letter-spacing') > Math.min(-5, -font / 2))) return true
  const position = style.get('position') ?? 'static'
  if (position === 'static' || isGlobal(position)) return false
  return (
    ['left', 'right', 'top', 'bottom'].some((property) => isOut(at(property))) ||
    (style.get('z-index') ?? '').startsWith('-')
  )
}

/** Boxes without room. Cells and tables grow with what is in them, whatever they say. */
function isShut(tagName: string, style: ReadonlyMap<string, string>, font: number): boolean {
  const display = style.get('display')
  if (tableParts.test(tagName) && (display === undefined || display.startsWith('table'))) return false
  const size = (property: string): number => {
    const value = style.get(property)
    return value === undefined || isGlobal(value) ? Infinity : (pixelsOf(value, { font, percent: 600 }) ?? Infinity)
  }
  const heights = [size('height'), size('max-height')]
  if (heights.some((height) => height < 2)) return true
  if (!/hidden|clip|scroll|auto|overlay/.test(style.get('overflow') ?? '')) return false
  const lines = style.get('line-height') ?? ''
  const isFlat = !((pixelsOf(lines, { font, percent: font }) ?? 1) > 0.2)
  return isFlat || [...heights, size('width'), size('max-width')].some((length) => !(length >= 2))
}
