import { table, type Command } from './command.ts'

export const plansCommand: Command = {
  name: 'plans',
  argumentNames: '',
  args: { min: 0, max: 0 },
  help: 'lists the plans, their monthly limit of emails, and how many accounts have them',
  async run(ctx) {
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
        .execute(),
    )
    return table([
      ['plan', 'USD a month', 'emails a month', 'accounts'],
      ...plans.map(({ name, price_monthly, email_limit, users }) => [
        name,
        (price_monthly / 100).toFixed(2),
        String(email_limit),
        String(users ?? 0),
      ]),
    ])
  },
}
