import { defaultTimeZone, localDay } from '../../contract/local-days.ts'

/** The browser's time zone; UTC where it reports an offset instead of a name, or nothing. */
export function browserTimeZone(): string {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions()
  return /^[A-Z]/.test(zone) ? zone : defaultTimeZone
}

let known: string | null = null

/** The user's time zone, in which all days and times are shown: the browser's until another one is known. */
export const timeZone = (): string => (known ??= browserTimeZone())

/** Null: the browser's. */
export function setTimeZone(zone: string | null): void {
  known = zone
}

/** The day of a moment for the user, as `YYYY-MM-DD`. */
export const dayOf = (moment: Date): string => localDay(moment, timeZone())
