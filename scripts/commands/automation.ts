import type { Tx } from '../../server/db/database.ts'
import { readAutomationState, startAutomation, stopAutomation } from '../../server/operator/switch-automation.ts'
import { StartupError } from '../../server/startup-error.ts'
import type { Command } from './command.ts'

export const automationCommands: Command[] = [
  {
    name: 'automation stop',
    argumentNames: '[everything]',
    args: { min: 0, max: 1 },
    help: 'stops all automated actions of all users; with "everything" also all sorting and moving',
    async run(ctx, [scope]) {
      if (scope !== undefined && scope !== 'everything') throw new StartupError(`Unknown: ${scope}`)
      await stopAutomation(ctx, scope ?? 'actions')
      return ctx.db.asService(describe)
    },
  },
  {
    name: 'automation start',
    argumentNames: '',
    args: { min: 0, max: 0 },
    help: 'resumes everything',
    async run(ctx) {
      await startAutomation(ctx)
      return ctx.db.asService(describe)
    },
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
  const { stopped, changedAt, waitingEmails } = await readAutomationState(tx)
  const pending = `${waitingEmails} emails have pending actions.`
  if (stopped === 'nothing') return [`Nothing is stopped. ${pending}`]
  const what =
    stopped === 'everything' ? 'All automated actions, and all sorting and moving of mail,' : 'All automated actions'
  const since = `since ${changedAt.toISOString().slice(0, 16).replace('T', ' ')} (UTC)`
  return [`${what} are stopped ${since}. ${pending} npx mailroom automation start resumes them.`]
}
