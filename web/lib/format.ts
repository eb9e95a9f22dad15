/** Made when it is first needed: to make all five takes two fifths of the time that a page's modules run before it shows. */
function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

const dateTime = onFirstUse(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }))
const date = onFirstUse(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }))
const time = onFirstUse(() => new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }))
const number = onFirstUse(() => new Intl.NumberFormat('en-US'))
const dollars = onFirstUse(() => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }))

const readable = (format: () => Intl.DateTimeFormat, iso: string): string => {
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? 'Unknown' : format().format(moment)
}

export const formatDateTime = (iso: string): string => readable(dateTime, iso)
/** As short as it can be understood: the time alone today, else with the date. */
export const formatMoment = (iso: string, now: Date): string =>
  readable(new Date(iso).toDateString() === now.toDateString() ? time : dateTime, iso)
export const formatDate = (iso: string): string => readable(date, iso)
export const formatNumber = (value: number): string => number().format(value)
/** @param cents prices are kept in US cents */
export const formatPrice = (cents: number): string => dollars().format(cents / 100)
/** @param share 0 to 1 */
export const formatPercent = (share: number): string => `${Math.round(share * 100)}%`
export const count = (n: number, one: string, many = `${one}s`): string => `${formatNumber(n)} ${n === 1 ? one : many}`
