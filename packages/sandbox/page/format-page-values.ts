import type { Recipient } from '../microsoft/model.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Shortest unambiguous form in UTC: the time for today, the day for this year, else day and year. */
export function shortDate(iso: string, now: number): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  const today = new Date(now).toISOString()
  if (today.slice(0, 10) === iso.slice(0, 10)) return iso.slice(11, 16)
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''}`
  return today.slice(0, 4) === iso.slice(0, 4) ? day : `${day} ${date.getUTCFullYear()}`
}

export function longDate(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}, ${iso.slice(11, 16)} UTC`
}

export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}

export function personName(person: Recipient | null): string {
  return person?.emailAddress.name || person?.emailAddress.address || '(no sender)'
}

export function personInFull(person: Recipient | null): string {
  const name = person?.emailAddress.name ?? ''
  const address = person?.emailAddress.address ?? ''
  if (person === null) return '(no sender)'
  return name === '' || name === address ? address : `${name} <${address}>`
}

export function subjectOf(subject: string | null): string {
  return subject === null || subject.trim() === '' ? '(no subject)' : subject
}
