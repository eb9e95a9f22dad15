import { getAttribute, type Element } from './html-tree.ts'
import { maxOffset, minBoxSize, minFontSize, minOffset, minOpacity } from './limits.ts'
import {
  black,
  parseColour,
  isDistinguishable,
  parseLegacyColour,
  compositeOver,
  white,
  type Colour,
} from './colours.ts'
import { isGlobalKeyword } from './declarations.ts'
import { parseFontSize, parseLength } from './lengths.ts'

/** Computed values that can hide text: those that are inherited, and those that accumulate over ancestors. */
export interface ComputedStyle {
  isVisible: boolean
  fontSize: number
  colour: Colour | 'unknown'
  /** `-webkit-text-fill-color`: replaces `color` where it is set. */
  fill: Colour | 'unknown' | null
  /** Colour of links without a `color` of their own. */
  link: Colour | 'unknown'
  background: Colour
  opacity: number
  keepsLines: boolean
}

export const initialStyle: ComputedStyle = {
  isVisible: true,
  fontSize: 16,
  colour: black,
  fill: null,
  link: { red: 0, green: 0, blue: 238, alpha: 1 },
  background: white,
  opacity: 1,
  keepsLines: false,
}

/** A value that is not computed here (`unknown`, NaN) counts as hidden, because it may be chosen to hide text. */
export function isTextVisible({ isVisible, fontSize, colour, fill, background }: ComputedStyle): boolean {
  const textColour = fill ?? colour
  return (
    isVisible &&
    fontSize >= minFontSize &&
    textColour !== 'unknown' &&
    isDistinguishable(compositeOver(textColour, background), background)
  )
}

/** Elements whose text email clients do not show. */
const hiddenElements = new Set(
  (
    'applet area audio canvas datalist embed frameset head iframe input link map math meta meter noembed noframes ' +
    'object param progress rp script select source style svg template title track video'
  ).split(' '),
)
const tableParts = /^(?:table|thead|tbody|tfoot|tr|td|th)$/

/**
 * Computes the style of an element.
 * @param style specified values by property
 * @returns null if nothing in the element is visible
 */
export function computeStyle(
  element: Element,
  style: ReadonlyMap<string, string>,
  parent: ComputedStyle,
): ComputedStyle | null {
  const { tagName } = element
  if (
    hiddenElements.has(tagName) ||
    getAttribute(element, 'hidden') !== null ||
    getAttribute(element, 'popover') !== null
  )
    return null
  if (tagName === 'dialog' && getAttribute(element, 'open') === null) return null
  const isLink = tagName === 'a' && getAttribute(element, 'href') !== null
  if (style.size === 0 && !isLink && tagName !== 'body') return parent
  const fontSize = resolveInherited(
    style.get('font-size'),
    parent.fontSize,
    16,
    (value) => parseFontSize(value, parent.fontSize) ?? parent.fontSize,
  )
  const opacity = parent.opacity * parseOpacity(style.get('opacity'))
  if (
    opacity < minOpacity ||
    isNotRendered(style) ||
    isOffPage(style, fontSize) ||
    isCollapsedBox(tagName, style, fontSize)
  )
    return null
  const asColour = (value: string) => (value === 'currentcolor' ? null : parseColour(value))
  return {
    isVisible: resolveInherited(style.get('visibility'), parent.isVisible, true, (value) => value === 'visible'),
    fontSize,
    colour: resolveInherited(
      style.get('color'),
      isLink ? parent.link : parent.colour,
      black,
      (value) => asColour(value) ?? parent.colour,
    ),
    link:
      tagName === 'body'
        ? (parseColour(parseLegacyColour(getAttribute(element, 'link') ?? '') ?? '') ?? parent.link)
        : parent.link,
    fill: resolveInherited(style.get('-webkit-text-fill-color'), parent.fill, null, asColour),
    background: computeBackground(style.get('background-color'), parent),
    opacity,
    keepsLines: resolveInherited(style.get('white-space'), parent.keepsLines, false, (value) =>
      /^(?:pre|break)/.test(value),
    ),
  }
}

function resolveInherited<T>(value: string | undefined, parent: T, initial: T, read: (value: string) => T): T {
  if (value === undefined) return parent
  if (value === 'initial') return initial
  return isGlobalKeyword(value) ? parent : read(value)
}

function computeBackground(value: string | undefined, { background, colour }: ComputedStyle): Colour {
  if (value === undefined) return background
  if (value === 'currentcolor') return colour === 'unknown' ? background : compositeOver(colour, background)
  const own = parseColour(value)
  return own === null || own === 'unknown' ? background : compositeOver(own, background)
}

function parseOpacity(value: string | undefined): number {
  if (value === undefined || isGlobalKeyword(value)) return 1
  const number = Number.parseFloat(value)
  if (Number.isNaN(number)) return 0
  return Math.min(1, Math.max(0, value.endsWith('%') ? number / 100 : number))
}

const isNotRendered = (style: ReadonlyMap<string, string>): boolean =>
  style.has('removed') ||
  /none|var\(/.test(style.get('display') ?? '') ||
  /hidden|var\(/.test(style.get('content-visibility') ?? '')

/** Whether the box is moved off the page or behind it. */
function isOffPage(style: ReadonlyMap<string, string>, font: number): boolean {
  const at = (property: string, percent = 800): number => {
    const value = style.get(property)
    return value === undefined || isGlobalKeyword(value) ? 0 : (parseLength(value, { font, percent }) ?? 0)
  }
  const isOut = (pixels: number): boolean => !(pixels > minOffset && pixels < maxOffset)
  if (['margin-left', 'margin-top', 'text-indent'].some((property) => isOut(at(property)))) return true
  if (!(at('letter-spacing') > Math.min(-5, -font / 2))) return true
  const position = style.get('position') ?? 'static'
  if (position === 'static' || isGlobalKeyword(position)) return false
  return (
    ['left', 'right', 'top', 'bottom'].some((property) => isOut(at(property))) ||
    (style.get('z-index') ?? '').startsWith('-')
  )
}

/**
 * Whether the box is too small to show its text. Tables and cells grow with their content despite a declared height.
 */
function isCollapsedBox(tagName: string, style: ReadonlyMap<string, string>, font: number): boolean {
  const display = style.get('display')
  if (tableParts.test(tagName) && (display === undefined || display.startsWith('table'))) return false
  const size = (property: string): number => {
    const value = style.get(property)
    return value === undefined || isGlobalKeyword(value)
      ? Infinity
      : (parseLength(value, { font, percent: 600 }) ?? Infinity)
  }
  const heights = [size('height'), size('max-height')]
  if (heights.some((height) => height < minBoxSize)) return true
  if (!/hidden|clip|scroll|auto|overlay/.test(style.get('overflow') ?? '')) return false
  const lines = style.get('line-height') ?? ''
  const isFlat = !((parseLength(lines, { font, percent: font }) ?? 1) > 0.2)
  return isFlat || [...heights, size('width'), size('max-width')].some((length) => !(length >= minBoxSize))
}
