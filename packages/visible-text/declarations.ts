import { colourOf } from './colours.ts'
import { piecesOf, withoutComments, wordsWithoutEscapes } from './css-pieces.ts'
import { fontSizeOf, pixelsOf } from './lengths.ts'
import type { Work } from './work.ts'

/** A property that may hide text, with a value that a browser would take; `gone` stands for all that takes an element away and that nobody takes back. */
export interface Declaration {
  property: string
  value: string
  important: boolean
}

/** What a style says, as far as it may hide text; a browser leaves out what it does not understand, and so does this. */
export function readDeclarations(css: string, work: Work): Declaration[] {
  work.step(css.length / 5)
  return lastOfEach(piecesOf(withoutComments(css), ';').flatMap((text) => declarationsOf(text, work)))
}

/** Of what is said more than once, the last counts. */
export const lastOfEach = (declarations: readonly Declaration[]): Declaration[] => [
  ...new Map(declarations.map((each) => [`${each.property} ${each.important}`, each])).values(),
]

/** One declaration, its shorthands taken apart. */
export function declarationsOf(text: string, { step }: Work): Declaration[] {
  step(5)
  const colon = text.indexOf(':')
  if (colon === -1) return []
  const name = wordsWithoutEscapes(text.slice(0, colon)).trim().toLowerCase()
  const property = aliases.get(name) ?? name
  const away = takesAway.get(property)
  if (!away && !readers.has(property) && !shorthands.has(property)) return []
  step(40 + (text.length - colon) / 2)
  const given = wordsWithoutEscapes(text.slice(colon + 1))
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
  const value = given.replace(/ ?! ?important$/, '')
  const important = value !== given
  if (away) return value.length > 500 || away.test(value) ? [{ property: 'gone', value: 'yes', important }] : []
  const longhands = shorthands.get(property)?.(value) ?? { [property]: value }
  return Object.entries(longhands).flatMap(([longhand, part]) =>
    isGlobal(part) || part.includes('var(') || readers.get(longhand)?.(part)
      ? [{ property: longhand, value: part, important }]
      : [],
  )
}

/** Mail is written from left to right, as far as hiding goes. */
const aliases = new Map([
  ['block-size', 'height'],
  ['max-block-size', 'max-height'],
  ['inline-size', 'width'],
  ['max-inline-size', 'max-width'],
  ['inset-inline-start', 'left'],
  ['inset-inline-end', 'right'],
  ['inset-block-start', 'top'],
  ['inset-block-end', 'bottom'],
  ['margin-inline-start', 'margin-left'],
  ['margin-inline-end', 'margin-right'],
  ['margin-block-start', 'margin-top'],
  ['margin-block-end', 'margin-bottom'],
  ['overflow-x', 'overflow'],
  ['overflow-y', 'overflow'],
  ['overflow-inline', 'overflow'],
  ['overflow-block', 'overflow'],
  ['-webkit-filter', 'filter'],
  ['-ms-filter', 'filter'],
  ['-webkit-transform', 'transform'],
  ['-ms-transform', 'transform'],
  ['-webkit-animation', 'animation'],
  ['-webkit-animation-name', 'animation-name'],
  ['-webkit-clip-path', 'clip-path'],
  ['-webkit-mask', 'mask'],
  ['-webkit-mask-image', 'mask-image'],
])

/** Values that leave nothing to see, or of which it is not known what they leave. */
const takesAway = new Map([
  ['mso-hide', /^(?!none)/],
  ['filter', /opacity ?[(=] ?(?:opacity ?= ?)?(?:0?\.0\d*|0|\d%)? ?\)|blur\(|var\(/],
  ['animation', /^(?!none)/],
  ['animation-name', /^(?!none)/],
  [
    'transform',
    /scale[xyz3d]*\( ?(?:0?\.[01]\d*|0) ?[,)]|translate[xyz3d]*\([^)]*\d{3}|rotate[xy3]|matrix|perspective|calc|var\(/,
  ],
  ['translate', /\d{3}|calc|var\(/],
  ['scale', /^(?:0?\.[01]\d*|0)(?: |$|%)|var\(/],
  ['zoom', /^(?:0?\.[01]\d*|0)%?$|var\(/],
  ['clip', /rect|var\(/],
  ['clip-path', /^(?!none)/],
  ['mask', /^(?!none)/],
  ['mask-image', /^(?!none)/],
  ['font-size-adjust', /^[0.]/],
])

export const isGlobal = (value: string): boolean => /^(?:inherit|initial|unset|revert|revert-layer)$/.test(value)

const length = (value: string): boolean => pixelsOf(value, { font: 16, percent: 100 }) !== null || value === 'auto'
const most = (value: string): boolean => length(value) || value === 'none'
const number = (value: string): boolean =>
  /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?%?$/.test(value) || /^[a-z-]+\(/.test(value)
const colour = (value: string): boolean => value === 'currentcolor' || colourOf(value) !== null

const readers = new Map<string, (value: string) => boolean>(
  Object.entries({
    display: (value: string) =>
      /^(?:none|contents|block|inline|flow|flow-root|list-item|run-in|(?:inline-)?(?:block|table|flex|grid)|table-[a-z-]{3,20}|ruby[a-z-]{0,20}|-(?:webkit|ms|moz)-[a-z-]{1,30}|(?:block|inline) [a-z-]{1,20})$/.test(
        value,
      ),
    visibility: (value) => /^(?:visible|hidden|collapse)$/.test(value),
    'content-visibility': (value) => /^(?:visible|hidden|auto)$/.test(value),
    opacity: number,
    position: (value) => /^(?:static|relative|absolute|fixed|sticky|-webkit-sticky)$/.test(value),
    left: length,
    right: length,
    top: length,
    bottom: length,
    'z-index': (value) => /^(?:auto|[+-]?\d{1,12})$/.test(value),
    'margin-left': length,
    'margin-top': length,
    'margin-right': length,
    'margin-bottom': length,
    'text-indent': length,
    'letter-spacing': (value) => length(value) || value === 'normal',
    height: length,
    'max-height': most,
    width: length,
    'max-width': most,
    overflow: (value) =>
      /^(?:visible|hidden|clip|scroll|auto|overlay)(?: (?:visible|hidden|clip|scroll|auto|overlay))?$/.test(value),
    'line-height': (value) => number(value) || length(value) || value === 'normal',
    'font-size': (value) => fontSizeOf(value, 16) !== null,
    color: colour,
    '-webkit-text-fill-color': colour,
    'background-color': colour,
    'white-space': (value) => /^[a-z-]{1,20}(?: [a-z-]{1,20})?$/.test(value),
  }),
)

const shorthands = new Map<string, (value: string) => Record<string, string>>(
  Object.entries({
    font(value) {
      const parts = piecesOf(value.replace(/ ?\/ ?/g, '/'), ' ')
      for (const part of parts) {
        const [size = '', line = 'normal'] = part.split('/')
        const isWeight = /^\d{3}$/.test(size)
        if (!isWeight && fontSizeOf(size, 16) !== null) return { 'font-size': size, 'line-height': line }
      }
      return isGlobal(value) ? { 'font-size': value, 'line-height': value } : {}
    },
    background(value) {
      const parts = piecesOf(value, ' ')
      return { 'background-color': parts.find((part) => isGlobal(part) || colour(part)) ?? 'transparent' }
    },
    margin: (value) => sides(value, 'margin-'),
    inset: (value) => sides(value, ''),
    'margin-inline': (value) => ends(value, 'margin-left', 'margin-right'),
    'margin-block': (value) => ends(value, 'margin-top', 'margin-bottom'),
    'inset-inline': (value) => ends(value, 'left', 'right'),
    'inset-block': (value) => ends(value, 'top', 'bottom'),
  }),
)

function sides(value: string, prefix: string): Record<string, string> {
  const [top = '', right = top, bottom = top, left = right] = piecesOf(value, ' ')
  return { [`${prefix}top`]: top, [`${prefix}right`]: right, [`${prefix}bottom`]: bottom, [`${prefix}left`]: left }
}

function ends(value: string, first: string, second: string): Record<string, string> {
  const [start = '', end = start] = piecesOf(value, ' ')
  return { [first]: start, [second]: end }
}
