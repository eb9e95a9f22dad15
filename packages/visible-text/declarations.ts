import { parseColour } from './colours.ts'
import { splitTopLevel, stripComments, decodeEscapesInValue } from './css-scanner.ts'
import { parseFontSize, parseLength } from './lengths.ts'
import type { WorkBudget } from './work-budget.ts'

/**
 * A property that can hide text, with a value that browsers accept. The property `removed` stands for every effect that
 * hides an element and that a later declaration cannot revert.
 */
export interface Declaration {
  property: string
  value: string
  important: boolean
}

/** Parses a `style` attribute. Invalid declarations and properties that cannot hide text are dropped. */
export function parseDeclarationList(css: string, work: WorkBudget): Declaration[] {
  work.step(css.length / 5)
  return removeOverridden(splitTopLevel(stripComments(css), ';').flatMap((text) => parseDeclaration(text, work)))
}

/** Keeps the last declaration of each property and importance. */
export const removeOverridden = (declarations: readonly Declaration[]): Declaration[] => [
  ...new Map(declarations.map((each) => [`${each.property} ${each.important}`, each])).values(),
]

/** Parses one declaration and expands its shorthands. */
export function parseDeclaration(text: string, { step }: WorkBudget): Declaration[] {
  step(5)
  const colon = text.indexOf(':')
  if (colon === -1) return []
  const name = decodeEscapesInValue(text.slice(0, colon)).trim().toLowerCase()
  const property = propertyAliases.get(name) ?? name
  const hidingEffect = hidingEffects.get(property)
  if (!hidingEffect && !valueValidators.has(property) && !shorthands.has(property)) return []
  step(40 + (text.length - colon) / 2)
  const declared = decodeEscapesInValue(text.slice(colon + 1))
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
  const value = declared.replace(/ ?! ?important$/, '')
  const important = value !== declared
  if (hidingEffect)
    return value.length > 500 || hidingEffect.test(value) ? [{ property: 'removed', value: 'yes', important }] : []
  const longhands = shorthands.get(property)?.(value) ?? { [property]: value }
  return Object.entries(longhands).flatMap(([longhand, part]) =>
    isGlobalKeyword(part) || part.includes('var(') || valueValidators.get(longhand)?.(part)
      ? [{ property: longhand, value: part, important }]
      : [],
  )
}

/** Vendor prefixes, and logical properties in horizontal left-to-right text. */
const propertyAliases = new Map([
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

/** Values that hide an element, or whose effect is not computed here. */
const hidingEffects = new Map([
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

export const isGlobalKeyword = (value: string): boolean => /^(?:inherit|initial|unset|revert|revert-layer)$/.test(value)

const length = (value: string): boolean => parseLength(value, { font: 16, percent: 100 }) !== null || value === 'auto'
const isMaxLength = (value: string): boolean => length(value) || value === 'none'
const isNumber = (value: string): boolean =>
  /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?%?$/.test(value) || /^[a-z-]+\(/.test(value)
const isColour = (value: string): boolean => value === 'currentcolor' || parseColour(value) !== null

const valueValidators = new Map<string, (value: string) => boolean>(
  Object.entries({
    display: (value: string) =>
      /^(?:none|contents|block|inline|flow|flow-root|list-item|run-in|(?:block|inline) [a-z-]{1,20})$/.test(value) ||
      /^(?:(?:inline-)?(?:block|table|flex|grid)|table-[a-z-]{3,20}|ruby[a-z-]{0,20})$/.test(value) ||
      /^-(?:webkit|ms|moz)-[a-z-]{1,30}$/.test(value),
    visibility: (value) => /^(?:visible|hidden|collapse)$/.test(value),
    'content-visibility': (value) => /^(?:visible|hidden|auto)$/.test(value),
    opacity: isNumber,
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
    'max-height': isMaxLength,
    width: length,
    'max-width': isMaxLength,
    overflow: (value) =>
      /^(?:visible|hidden|clip|scroll|auto|overlay)(?: (?:visible|hidden|clip|scroll|auto|overlay))?$/.test(value),
    'line-height': (value) => isNumber(value) || length(value) || value === 'normal',
    'font-size': (value) => parseFontSize(value, 16) !== null,
    color: isColour,
    '-webkit-text-fill-color': isColour,
    'background-color': isColour,
    'white-space': (value) => /^[a-z-]{1,20}(?: [a-z-]{1,20})?$/.test(value),
  }),
)

const shorthands = new Map<string, (value: string) => Record<string, string>>(
  Object.entries({
    font(value) {
      const parts = splitTopLevel(value.replace(/ ?\/ ?/g, '/'), ' ')
      for (const part of parts) {
        const [size = '', line = 'normal'] = part.split('/')
        const isWeight = /^\d{3}$/.test(size)
        if (!isWeight && parseFontSize(size, 16) !== null) return { 'font-size': size, 'line-height': line }
      }
      return isGlobalKeyword(value) ? { 'font-size': value, 'line-height': value } : {}
    },
    background(value) {
      const parts = splitTopLevel(value, ' ')
      return { 'background-color': parts.find((part) => isGlobalKeyword(part) || isColour(part)) ?? 'transparent' }
    },
    margin: (value) => fourSides(value, 'margin-'),
    inset: (value) => fourSides(value, ''),
    'margin-inline': (value) => startAndEnd(value, 'margin-left', 'margin-right'),
    'margin-block': (value) => startAndEnd(value, 'margin-top', 'margin-bottom'),
    'inset-inline': (value) => startAndEnd(value, 'left', 'right'),
    'inset-block': (value) => startAndEnd(value, 'top', 'bottom'),
  }),
)

function fourSides(value: string, prefix: string): Record<string, string> {
  const [top = '', right = top, bottom = top, left = right] = splitTopLevel(value, ' ')
  return { [`${prefix}top`]: top, [`${prefix}right`]: right, [`${prefix}bottom`]: bottom, [`${prefix}left`]: left }
}

function startAndEnd(value: string, first: string, second: string): Record<string, string> {
  const [start = '', end = start] = splitTopLevel(value, ' ')
  return { [first]: start, [second]: end }
}
