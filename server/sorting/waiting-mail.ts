import type { z } from 'zod'
import { WaitingMailInput, WaitingMailOutput } from '../../contract/functions/billing.ts'
import { usageMonth } from '../../contract/limits.ts'
import { fn, perUser } from '../http/route.ts'
import { recordEventsOfMany } from '../mail/inbox.ts'
import { countWaiting, roomOf, waitingFor } from './ledger/waiting-queries.ts'

/**
 * Mail that stayed in the inbox at the month's limit: how much of it there is, and "Sort the N that waited" once there is room. What is asked for
 * goes the way of every mail, after new mail, so that it is counted exactly and outlives whoever works on it; where the room is used up on the
 * way, the rest waits on.
 */
export const waitingMail = fn('waiting-mail', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: WaitingMailInput,
  output: WaitingMailOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof WaitingMailOutput>> {
    const month = usageMonth(ctx.clock.now())
    return ctx.db.asService(async (tx) => {
      const room = await roomOf(tx, userId, month)
      if (input.action === 'count') return { waiting: await countWaiting(tx, userId), room }
      const mails = await waitingFor(tx, userId, room)
      return { started: (await recordEventsOfMany(ctx, tx, mails, 'waiting')).length }
    })
  },
})
