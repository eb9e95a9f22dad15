import { type RawBuilder, sql } from 'kysely'
import { addDays, localDay, startOfDay } from '../../contract/local-days.ts'

/** Key of the notification about failed actions: the mailbox, and when the user's day begins and ends. */
export function failedActionKey(mailboxId: string, now: Date, timeZone: string): string {
  const day = localDay(now, timeZone)
  const [start, end] = [day, addDays(day, 1)].map((each) => startOfDay(each, timeZone).toISOString())
  return `${mailboxId}/${start}/${end}`
}

/** Whether run `r` ended on the day of notification `n`. A former key has the day alone, which is in UTC. */
export const isOfDayInKey: RawBuilder<boolean> = sql<boolean>`(
  r.ended_at >= split_part(n.key, '/', 2)::timestamptz
  and r.ended_at < coalesce(nullif(split_part(n.key, '/', 3), '')::timestamptz,
    split_part(n.key, '/', 2)::timestamptz + interval '1 day'))`
