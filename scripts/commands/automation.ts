import { setAutomationSwitch } from '../../server/actions/engine/automation-switch-queries.ts'
import { countPendingMessages } from '../../server/actions/engine/pending-message-queries.ts'
import type { Context } from '../../server/context.ts'
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
      const pending = await setSwitch(ctx, { actions: true, mailboxes: scope === 'everything' })
      const also = scope === undefined ? '' : ', and all sorting and moving of mail,'
      return [
        `All automated actions${also} are stopped; ${pending} emails have pending actions. ` +
          'npx mailroom automation start resumes them.',
      ]
    },
  },
  {
    name: 'automation start',
    argumentNames: '',
    args: { min: 0, max: 0 },
    help: 'resumes everything',
    async run(ctx) {
      const pending = await setSwitch(ctx, { actions: false, mailboxes: false })
      return [`All automated actions are resumed; ${pending} emails had pending actions.`]
    },
  },
]

const setSwitch = (ctx: Context, stopped: { actions: boolean; mailboxes: boolean }): Promise<number> =>
  ctx.db.asService(async (tx) => {
    await setAutomationSwitch(tx, stopped, ctx.clock.now())
    if (!stopped.actions) {
      await ctx.jobs.enqueue(tx, 'reconcile-actions', {})
      await ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {})
    }
    return countPendingMessages(tx)
  })
