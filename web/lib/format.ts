import { addDays, zonedFormat } from '../../contract/local-days.ts'
import { locale, t } from '../texts/translate.ts'
import { onFirstUse } from './on-first-use.ts'
import { dayOf, timeZone } from './time-zone.ts'

const dateTime = zonedFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const date = zonedFormat(locale, { dateStyle: 'medium' })
const time = zonedFormat(locale, { timeStyle: 'short' })
const dollars = onFirstUse(() => new Intl.NumberFormat(locale(), { style: 'currency', currency: 'USD' }))

function formatIso(iso: string, format: (moment: Date, zone: string) => string): string {
  const moment = new Date(iso)
  return Number.isNaN(+moment) ? t('Unknown') : format(moment, timeZone())
}

export const formatTime = (iso: string): string => formatIso(iso, time)
/** A whole hour, from 0 to 23. */
export const formatHour = (hour: number): string => time(hour * 3_600_000, 'UTC')
/** “Today”, “Yesterday”, else the date. */
export const formatDay = (iso: string, now: Date): string => {
  const today = dayOf(now)
  return formatIso(iso, (moment, zone) => {
    const day = dayOf(moment)
    return day === today ? t('Today') : day === addDays(today, -1) ? t('Yesterday') : date(moment, zone)
  })
}
export const formatDateTime = (iso: string): string => formatIso(iso, dateTime)
/** Time only for today, else date and time. */
export const formatMoment = (iso: string, now: Date): string =>
  formatIso(iso, (moment, zone) => (dayOf(moment) === dayOf(now) ? time : dateTime)(moment, zone))
/** How long ago a moment was, for the last day; else the date. */
export function formatAgo(iso: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - new Date(iso).getTime()) / 60_000)
  if (minutes < 1) return t('just now')
  if (minutes < 60) return t('{minutes} min ago', { minutes })
  return minutes < 24 * 60 ? t('{hours} h ago', { hours: Math.floor(minutes / 60) }) : formatDate(iso)
}
export const formatDate = (iso: string): string => formatIso(iso, date)
export const formatNumber = (value: number): string => value.toLocaleString(locale())
/** @param cents US cents */
export const formatPrice = (cents: number): string => dollars().format(cents / 100)
/** @param share 0 to 1 */
export const formatPercent = (share: number): string => t('{percent}%', { percent: Math.round(share * 100) })
