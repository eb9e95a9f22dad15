import type { Context } from '../../server/context.ts'
import { hasPlans } from '../../server/shared/monthly-limit.ts'
import { StartupError } from '../../server/startup-error.ts'
import { table, type Command } from './command.ts'
import { findUsers } from './users.ts'

const limitCommand: Command = {
  name: 'plans limit',
  argumentNames: 'PLAN EMAILS',
  args: { min: 2, max: 2 },
  help: 'sets how many emails a month a plan allows, for everyone who has it, immediately',
  async run(ctx, [name = '', emails = '']) {
    requirePlans(ctx)
    if (!/^\d{1,9}$/.test(emails)) throw new StartupError(`${emails}: enter a number of emails a month.`)
    const changed = await ctx.db.asService((tx) =>
      tx
        .updateTable('plans')
        .set({ email_limit: Number(emails) })
        .where('name', '=', name)
        .returning('id')
        .executeTakeFirst(),
    )
    if (!changed) throw new StartupError(`There is no plan ${name}; npx mailroom plans lists them.`)
    return [`The plan ${name} allows ${Number(emails).toLocaleString('en')} emails a month.`]
  },
}

const listCommand: Command = {
  name: 'plans',
  argumentNames: '',
  args: { min: 0, max: 0 },
  help: 'lists the plans, their monthly limit of emails, and how many accounts have them',
  async run(ctx) {
    requirePlans(ctx)
    const plans = await ctx.db.asService((tx) =>
      tx
        .selectFrom('plans as p')
        .select(['p.name', 'p.price_monthly', 'p.email_limit'])
        .select((eb) =>
          eb
            .selectFrom('subscriptions as s')
            .whereRef('s.plan_id', '=', 'p.id')
            .where('s.status', '=', 'active')
            .select((rows) => rows.fn.countAll<number>().as('users'))
            .as('users'),
        )
        .orderBy('p.price_monthly')
        .orderBy('p.created_at')
        .execute(),
    )
    // Every other account has the free plan, also without a subscription.
    const paying = plans.slice(1).reduce((sum, { users }) => sum + (users ?? 0), 0)
    const accounts = (await findUsers(ctx)).length
    return table([
      ['plan', 'USD a month', 'emails a month', 'accounts'],
      ...plans.map(({ name, price_monthly, email_limit, users }, index) => [
        name,
        (price_monthly / 100).toFixed(2),
        String(email_limit),
        String(index === 0 ? accounts - paying : (users ?? 0)),
      ]),
    ])
  },
}

/** The rows of the plans are there also where no one has a plan. @throws StartupError */
function requirePlans(ctx: Pick<Context, 'vendors'>): void {
  if (!hasPlans(ctx))
    throw new StartupError(
      'Stripe is not configured: there are no plans, and no account has a limit but that of npx mailroom users limit.',
    )
}

export const planCommands: Command[] = [limitCommand, listCommand]
