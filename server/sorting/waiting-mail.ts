import type { z } from 'zod'
import { WaitingMailInput, WaitingMailOutput } from '../../contract/functions/billing.ts'
import { usageMonth } from '../../contract/limits.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'
import { hasPlans } from '../shared/monthly-limit.ts'
import { recordInboxEventsOfMany } from '../mail/inbox-events/record-inbox-events.ts'
import { countOverLimit, oldestOverLimit, remainingUsage } from './log/monthly-usage-queries.ts'

/**
 * Mail that was left in the inbox at the monthly limit: counts it, and queues as much of it as the limit now
 * allows. Queued mail is sorted after new mail; where the limit is reached again, the rest stays.
 */
export const waitingMail = functionRoute('waiting-mail', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: WaitingMailInput,
  output: WaitingMailOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof WaitingMailOutput>> {
    const month = usageMonth(ctx.clock.now())
    return ctx.db.asService(async (tx) => {
      const remaining = await remainingUsage(tx, { userId, month, hasPlans: hasPlans(ctx) })
      if (input.action === 'count') return { waiting: await countOverLimit(tx, userId), room: remaining }
      const messages = await oldestOverLimit(tx, userId, remaining)
      return { started: (await recordInboxEventsOfMany(ctx, tx, messages, 'waiting')).length }
    })
  },
})
