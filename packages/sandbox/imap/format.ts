/** A string of a response as bytes in Latin-1: quoted where the grammar allows it, else a literal; NIL for null. */
export function nstring(text: string | null | undefined): string {
  if (text === null || text === undefined) return 'NIL'
  if (/[\r\n\0\x80-\xff]/.test(text) || text.length > 1000) return literal(text)
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

export const literal = (text: string): string => `{${text.length}}\r\n${text}`

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** ` 5-Jan-2026 08:00:00 +0000` */
export function internalDate(at: number): string {
  const date = new Date(at)
  const day = String(date.getUTCDate()).padStart(2, ' ')
  return `${day}-${MONTHS[date.getUTCMonth()]}-${date.getUTCFullYear()} ${date.toISOString().slice(11, 19)} +0000`
}

/** The time of `5-Jan-2026 08:00:00 +0100`, or of a day; null where it is none. */
export function readDate(text: string): number | null {
  const [, day, name = '', year, time = '00:00:00', sign = '+', hours = '00', minutes = '00'] =
    /^ ?(\d{1,2})-(\w{3})-(\d{4})(?: (\d\d:\d\d:\d\d) ([+-])(\d\d)(\d\d))?$/.exec(text) ?? []
  const month = MONTHS.findIndex((one) => one.toLowerCase() === name.toLowerCase()) + 1
  const iso = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T${time}Z`
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1)
  const at = month === 0 ? Number.NaN : Date.parse(iso) - offset
  return Number.isNaN(at) ? null : at
}
