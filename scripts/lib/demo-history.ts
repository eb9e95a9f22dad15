import { days, hours, minutes } from '../../server/clock.ts'

/**
 * Emails that arrive on each day of the week, Sunday first, in the morning and in the afternoon: 30 in a week, so that
 * each of the 60 arrives once in two weeks.
 */
const perWeekday = [
  [1, 0],
  [3, 3],
  [3, 2],
  [2, 4],
  [4, 1],
  [3, 2],
  [0, 2],
]
/**
 * Days of the demo's past, of which `npm start -- --days 3` prepares fewer.
 * @throws where it is not a number of days that the demo has mail for
 */
export function pastDays(args: string[]): number {
  const at = args.indexOf('--days')
  const wanted = at === -1 ? mostDays : Number(args[at + 1])
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > mostDays)
    throw new Error(`--days: a number from 1 to ${mostDays}`)
  return wanted
}
const mostDays = 14
const timesOfDay = [hours(8) + minutes(10), hours(14) + minutes(35)]

interface Arrival {
  time: Date
  count: number
}

/** When the mail of the demo's past arrives, and how much of it, oldest first. */
export function pastArrivals(from: Date, to: Date): Arrival[] {
  const arrivals: Arrival[] = []
  for (let day = startOfDay(from); day < to.getTime(); day += days(1)) {
    const counts = perWeekday[new Date(day).getUTCDay()] ?? []
    for (const [index, count] of counts.entries())
      arrivals.push({ time: new Date(day + (timesOfDay[index] ?? 0)), count })
  }
  return arrivals.filter(({ time, count }) => count > 0 && time > from && time < to)
}

const startOfDay = (time: Date): number => Math.floor(time.getTime() / days(1)) * days(1)
