import { colourNames } from './colour-names.ts'
import { minColourDifference } from './limits.ts'

export interface Colour {
  red: number
  green: number
  blue: number
  /** 0 to 1. */
  alpha: number
}

export const black: Colour = { red: 0, green: 0, blue: 0, alpha: 1 }
export const white: Colour = { red: 255, green: 255, blue: 255, alpha: 1 }

export const isDistinguishable = (one: Colour, other: Colour): boolean =>
  [one.red - other.red, one.green - other.green, one.blue - other.blue].some(
    (difference) => Math.abs(difference) >= minColourDifference,
  )

/** Blends a translucent colour over an opaque one (CSS Color 4, 12.2 "Simple alpha compositing"). */
export const compositeOver = ({ red, green, blue, alpha }: Colour, behind: Colour): Colour => ({
  red: red * alpha + behind.red * (1 - alpha),
  green: green * alpha + behind.green * (1 - alpha),
  blue: blue * alpha + behind.blue * (1 - alpha),
  alpha: 1,
})

/**
 * Parses a CSS colour. Outlook accepts hexadecimal digits without `#`, so they are accepted here.
 * @returns null if the text is no colour; `unknown` for a colour that is not computed here, such as `hsl()`
 */
export function parseColour(text: string): Colour | 'unknown' | null {
  const value = text.trim()
  if (value === 'transparent') return { ...black, alpha: 0 }
  const hex = /^#?([\da-f]{3}|[\da-f]{6}|(?<=#)(?:[\da-f]{4}|[\da-f]{8}))$/.exec(value)?.[1] ?? colourNames.get(value)
  if (hex !== undefined) return colourFromHex(hex)
  const call = /^([a-z-]{1,20})\((.{0,200})\)$/s.exec(value)
  if (!call) return null
  const [, name = '', inner = ''] = call
  if (name === 'rgb' || name === 'rgba') return parseRgbArguments(inner)
  return name === 'url' || name.endsWith('gradient') ? null : 'unknown'
}

/**
 * Parses the colour of an attribute such as `bgcolor` (HTML standard, "rules for parsing a legacy color value").
 * @returns the colour as `#rgb` or `#rrggbb`; null if there is none
 */
export function parseLegacyColour(text: string): string | null {
  const value = text.trim().toLowerCase()
  if (value === '' || value === 'transparent') return null
  const named = colourNames.get(value)
  if (named !== undefined) return `#${named}`
  if (/^#[\da-f]{3}$/.test(value)) return value
  const digits = value
    .slice(0, 128)
    .replace(/^#/, '')
    .replace(/[^\da-f]/g, '0')
  const length = Math.max(1, Math.ceil(digits.length / 3))
  const parts = [0, 1, 2].map((at) =>
    digits
      .padEnd(length * 3, '0')
      .slice(at * length, (at + 1) * length)
      .slice(-8),
  )
  const zeros = Math.min(...parts.map((part) => Math.min(part.length - 2, /^0*/.exec(part)?.[0].length ?? 0)))
  return `#${parts.map((part) => part.slice(Math.max(0, zeros)).slice(0, 2).padStart(2, '0')).join('')}`
}

function colourFromHex(hex: string): Colour {
  const size = hex.length < 6 ? 1 : 2
  const [red = 0, green = 0, blue = 0, alpha = 255] = (hex.match(size === 1 ? /./g : /../g) ?? []).map((part) =>
    Number.parseInt(size === 1 ? part + part : part, 16),
  )
  return { red, green, blue, alpha: alpha / 255 }
}

function parseRgbArguments(inner: string): Colour | 'unknown' {
  if (/[a-z(]/.test(inner.replace(/\bnone\b/g, '0'))) return 'unknown'
  const parts = [...inner.replace(/\bnone\b/g, '0').matchAll(/(-?\d{0,10}\.?\d{1,10})(%?)/g)]
  const [red, green, blue] = parts.map(([, number, sign]) =>
    clampChannel(Number.parseFloat(number ?? ''), sign ? 2.55 : 1),
  )
  if (red === undefined || green === undefined || blue === undefined) return 'unknown'
  const [, number, sign] = parts[3] ?? []
  const alpha = number === undefined ? 1 : Number.parseFloat(number) / (sign ? 100 : 1)
  return { red, green, blue, alpha: Math.min(1, Math.max(0, alpha)) }
}

const clampChannel = (number: number, factor: number): number => Math.min(255, Math.max(0, number * factor))
