import type { z } from 'zod'
import { AccountActivityInput, AccountActivityOutput } from '../../contract/functions/account-activity.ts'
import { auditEntriesOf } from '../auth/audit/queries.ts'
import { fn, perUser } from '../http/route.ts'

const shown = 50

/** The trail of the account, for its owner (checklist H3). */
export const accountActivity = fn('account-activity', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: AccountActivityInput,
  output: AccountActivityOutput,
  async handle(ctx, { user }): Promise<z.input<typeof AccountActivityOutput>> {
    const entries = await ctx.db.asAccounts((tx) => auditEntriesOf(tx, user.userId, shown))
    const events = entries.map(({ created_at, action, ip, user_agent }) => ({
      at: created_at.toISOString(),
      action,
      ip,
      userAgent: user_agent,
    }))
    return { events }
  },
})
