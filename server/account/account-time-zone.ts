import type { z } from 'zod'
import { AccountTimeZoneInput, AccountTimeZoneOutput } from '../../contract/functions/account-time-zone.ts'
import { publishLiveEvent } from '../db/live-events.ts'
import { findTimeZone, saveTimeZone } from '../shared/user-time-zones.ts'
import { rescheduleDigest } from '../digest/reschedule-digest.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'

export const accountTimeZone = functionRoute('account-time-zone', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: AccountTimeZoneInput,
  output: AccountTimeZoneOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof AccountTimeZoneOutput>> {
    const isReport = input.action === 'report'
    const given = { timeZone: input.timeZone, isChosen: input.action === 'save' && input.isChosen }
    return ctx.db.asService(async (tx) => {
      const before = await findTimeZone(tx, userId)
      if (isReport && before.isChosen) return before
      await saveTimeZone(tx, userId, given, { ifNotChosen: isReport })
      const after = await findTimeZone(tx, userId)
      if (after.timeZone !== before.timeZone) await rescheduleDigest(tx, userId, after.timeZone, ctx.clock.now())
      // A report is no news: a page that refetches reports its own zone, and two browsers would alternate for ever.
      if (!isReport) await publishLiveEvent(tx, userId, { type: 'time-zone' })
      return after
    })
  },
})
