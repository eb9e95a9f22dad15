import type { Tx } from '../db/database.ts'
import { nextDueAt } from './digest-schedule.ts'
import { findDigestSettings, setNextDueAt } from './digest-settings-queries.ts'

/** Moves the next digest to its hour in another time zone. One that is due already stays due. */
export async function rescheduleDigest(tx: Tx, userId: string, timeZone: string, now: Date): Promise<void> {
  const settings = await findDigestSettings(tx, userId)
  if (settings && settings.nextDueAt > now)
    await setNextDueAt(tx, userId, { nextDueAt: nextDueAt(settings.schedule, now, timeZone) })
}
