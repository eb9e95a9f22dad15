import { defaultTimeZone } from '../../contract/local-days.ts'
import type { Tx } from '../db/database.ts'

interface UserTimeZone {
  timeZone: string
  /** False: that of the browser that the user opened last. */
  isChosen: boolean
}

/** UTC where none is known. */
export async function findTimeZone(tx: Tx, userId: string): Promise<UserTimeZone> {
  const row = await tx
    .selectFrom('app.user_time_zones')
    .select(['time_zone', 'is_chosen'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { timeZone: row?.time_zone ?? defaultTimeZone, isChosen: row?.is_chosen ?? false }
}

export const timeZoneOf = async (tx: Tx, userId: string): Promise<string> => (await findTimeZone(tx, userId)).timeZone

/** Replaces what is stored; only where the user has chosen none: `ifNotChosen`. */
export async function saveTimeZone(
  tx: Tx,
  userId: string,
  { timeZone, isChosen }: UserTimeZone,
  { ifNotChosen }: { ifNotChosen: boolean },
): Promise<void> {
  const saved = { time_zone: timeZone, is_chosen: isChosen }
  await tx
    .insertInto('app.user_time_zones')
    .values({ user_id: userId, ...saved })
    .onConflict((conflict) => {
      const update = conflict.column('user_id').doUpdateSet(saved)
      return ifNotChosen ? update.where('app.user_time_zones.is_chosen', '=', false) : update
    })
    .execute()
}
