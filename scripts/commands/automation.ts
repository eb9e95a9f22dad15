import { readAutomationSwitch, setAutomationSwitch } from '../../server/actions/engine/automation-switch-queries.ts'
import { countPendingMessages } from '../../server/actions/engine/pending-message-queries.ts'
import type { Tx } from '../../server/db/database.ts'
import { StartupError } from '../../server/startup-error.ts'
import type { Command } from './command.ts'

/** Workers check the switch before each effect, so it applies within seconds. Due work waits; nothing is lost. */
export const automationCommands: Command[] = [
  {
    name: 'automation stop',
    argumentNames: '[everything]',
    args: { min: 0, max: 1 },
    help: 'stops all automated actions of all users; with "everything" also all sorting and moving',
    async run(ctx, [scope]) {
      if (scope !== undefined && scope !== 'everything') throw new StartupError(`Unknown: ${scope}`)
      const stopped = { actions: true, ...(scope === 'everything' && { mailboxes: true }) }
      return ctx.db.asService(async (tx) => {
        await setAutomationSwitch(tx, stopped, ctx.clock.now())
        return describe(tx)
      })
    },
  },
  {
    name: 'automation start',
    argumentNames: '',
    args: { min: 0, max: 0 },
    help: 'resumes everything',
    run: (ctx) =>
      ctx.db.asService(async (tx) => {
        await setAutomationSwitch(tx, { actions: false, mailboxes: false }, ctx.clock.now())
        await ctx.jobs.enqueue(tx, 'reconcile-actions', {})
        await ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {})
        return describe(tx)
      }),
  },
  {
    name: 'automation status',
    argumentNames: '',
    args: { min: 0, max: 0 },
    help: 'says what is stopped, and since when',
    run: (ctx) => ctx.db.asService(describe),
  },
]

async function describe(tx: Tx): Promise<string[]> {
  const { actions, mailboxes, changed_at } = await readAutomationSwitch(tx)
  const pending = `${await countPendingMessages(tx)} emails have pending actions.`
  if (!actions && !mailboxes) return [`Nothing is stopped. ${pending}`]
  const what = mailboxes ? 'All automated actions, and all sorting and moving of mail,' : 'All automated actions'
  const since = `since ${changed_at.toISOString().slice(0, 16).replace('T', ' ')} (UTC)`
  return [`${what} are stopped ${since}. ${pending} npx mailroom automation start resumes them.`]
}
