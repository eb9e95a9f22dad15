import type { z } from 'zod'
import { AccountActivityInput, AccountActivityOutput } from '../../contract/functions/account-activity.ts'
import { auditEventsOf } from '../auth/audit-log/audit-log-queries.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'

const accountActivityMaxEvents = 50

/** The audit log of the account, for its owner. */
export const accountActivity = functionRoute('account-activity', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: AccountActivityInput,
  output: AccountActivityOutput,
  async handle(ctx, { user }): Promise<z.input<typeof AccountActivityOutput>> {
    const entries = await ctx.db.asAccounts((tx) => auditEventsOf(tx, user.userId, accountActivityMaxEvents))
    const events = entries.map(({ created_at, action, detail, ip, user_agent }) => ({
      at: created_at.toISOString(),
      action,
      detail,
      ip,
      userAgent: user_agent,
    }))
    return { events }
  },
})
