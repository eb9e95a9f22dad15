import type { Context } from '../../server/context.ts'
import { StartupError } from '../../server/startup-error.ts'
import { table, type Command } from './command.ts'
import { findUsers } from './users.ts'

export const mailboxCommands: Command[] = [
  {
    name: 'mailboxes status',
    argumentNames: '',
    args: { min: 0, max: 0 },
    help: 'lists the mailboxes: address, owner, state, how new email is found, last check, waiting emails',
    async run(ctx) {
      const rows = await readMailboxes(ctx)
      const owners = new Map((await findUsers(ctx)).map(({ id, email }) => [id, email]))
      return table([
        ['id', 'address', 'owner', 'state', 'new email', 'last check', 'waiting', 'failures'],
        ...rows.map((row) => [
          row.id,
          row.email_address,
          owners.get(row.user_id) ?? '',
          row.status,
          row.real_time ? (row.subscription ? 'notified' : 'polled') : 'off',
          row.caught_up_until?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never',
          String(row.waiting ?? 0),
          String(row.consecutive_failures),
        ]),
      ])
    },
  },
  {
    name: 'mailboxes resync',
    argumentNames: 'ID|all',
    args: { min: 1, max: 1 },
    help: 'reads folders and new email again',
    async run(ctx, [given = '']) {
      const ids = (await readMailboxes(ctx)).map(({ id }) => id).filter((id) => given === 'all' || id === given)
      if (ids.length === 0 && given !== 'all')
        throw new StartupError(`There is no mailbox ${given}; see npx mailroom mailboxes status.`)
      await ctx.db.asService(async (tx) => {
        for (const mailboxId of ids) {
          await ctx.jobs.enqueue(tx, 'sync-mailbox', { mailboxId })
          await ctx.jobs.enqueue(tx, 'catch-up', { mailboxId })
        }
      })
      return [`${ids.length} mailboxes are read again by the next worker.`]
    },
  },
]

const readMailboxes = (ctx: Context) =>
  ctx.db.asService((tx) =>
    tx
      .selectFrom('mailboxes as m')
      .innerJoin('app.mailbox_sync_states as w', 'w.mailbox_id', 'm.id')
      .leftJoin('app.graph_subscriptions as s', 's.mailbox_id', 'm.id')
      .select([
        'm.id',
        'm.user_id',
        'm.email_address',
        'm.status',
        'm.real_time',
        's.provider_subscription_id as subscription',
      ])
      .select(['w.caught_up_until', 'w.consecutive_failures'])
      .select((eb) =>
        eb
          .selectFrom('app.inbox_events as e')
          .whereRef('e.mailbox_id', '=', 'm.id')
          .select((rows) => rows.fn.countAll<number>().as('waiting'))
          .as('waiting'),
      )
      .orderBy('m.created_at')
      .execute(),
  )
