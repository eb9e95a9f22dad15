import { automationCommands } from './automation.ts'
import { table, type Command } from './command.ts'
import { jobsCommand } from './jobs.ts'
import { keysCommands } from './keys.ts'
import { mailboxCommands } from './mailboxes.ts'
import { migrateCommand } from './migrate.ts'
import { planCommands } from './plans.ts'
import { stripeCommand } from './stripe.ts'
import { userCommands } from './users.ts'

export type { Command } from './command.ts'

export const commands: Command[] = [
  ...userCommands,
  ...planCommands,
  ...mailboxCommands,
  jobsCommand,
  ...keysCommands,
  ...automationCommands,
  stripeCommand,
  migrateCommand,
]

export function usage(): string {
  const lines = table(commands.map(({ name, argumentNames, help }) => [`  ${name} ${argumentNames}`, help]))
  return [
    'Usage: npx mailroom COMMAND',
    '',
    ...lines,
    '',
    'See also: npm run setup, npm run doctor, npm run backup, npm run restore.',
  ].join('\n')
}
