/** Pixels of each unit, for a viewport of 800 by 600. */
const pixelsPerUnit: Record<string, number> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  rem: 16,
  vw: 8,
  vh: 6,
  vmin: 6,
  vmax: 8,
}
const fontRelativeUnits: Record<string, number> = { em: 1, ex: 0.5, ch: 0.5, lh: 1.2 }

/**
 * Converts a CSS length to pixels.
 * @param font font size in pixels, for `em` and the like
 * @param percent pixels of 100%
 * @returns null if the text is no length; NaN for functions such as `calc()`, which are not computed here
 */
export function parseLength(text: string, { font, percent }: { font: number; percent: number }): number | null {
  const value = text.trim()
  if (/^[a-z-]{1,20}\(/.test(value)) return Number.NaN
  const read = /^([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*|%)$/.exec(value)
  if (!read) return null
  const [, number = '', unit = ''] = read
  const amount = Number.parseFloat(number)
  if (unit === '') return Math.abs(amount) < 2 ? amount : null
  if (unit === '%') return (amount * percent) / 100
  const factor = pixelsPerUnit[unit] ?? (fontRelativeUnits[unit] ?? Number.NaN) * font
  return Number.isNaN(factor) ? null : amount * factor
}

const fontSizeKeywords: Record<string, number> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
}

/**
 * Converts a font size to pixels.
 * @param parent font size of the parent in pixels
 * @returns as `parseLength`
 */
export function parseFontSize(value: string, parent: number): number | null {
  if (value === 'smaller') return parent / 1.2
  if (value === 'larger') return parent * 1.2
  return fontSizeKeywords[value] ?? parseLength(value, { font: parent, percent: parent })
}
