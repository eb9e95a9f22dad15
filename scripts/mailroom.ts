#!/usr/bin/env node
/** `npx mailroom`: administration of an installation. Reads the server's settings; running servers need no restart. */
import { pino } from 'pino'
import { createContext } from '../server/compose.ts'
import { readEnvironment } from '../server/config.ts'
import { readMergedSettings } from '../server/settings/merge-settings.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { loadSecrets } from '../server/secrets.ts'
import { commands, usage, type Command } from './commands/commands.ts'
import { migrateCommand } from './commands/migrate.ts'
import { reportCommandErrors } from './lib/report-command-errors.ts'

reportCommandErrors()
const words = process.argv.slice(2)
const found = findCommand()
if (found) await run(found.command, found.args)
else {
  console.error(usage())
  process.exitCode = words.length === 0 || words[0] === 'help' || words[0] === '--help' ? 0 : 1
}

function findCommand(): { command: Command; args: string[] } | null {
  for (const command of commands) {
    const name = command.name.split(' ')
    const args = words.slice(name.length)
    const isCalled = name.every((word, index) => word === words[index])
    if (isCalled && args.length >= command.args.min && args.length <= command.args.max) return { command, args }
  }
  return null
}

async function run(command: Command, args: string[]): Promise<void> {
  const environment = readEnvironment()
  const secrets = await loadSecrets(environment)
  // Nodes of the former version may be running.
  const mayMigrate = !environment.production || command === migrateCommand
  await using database = await prepareDatabase(environment, secrets, (line) => console.error(line), { mayMigrate })
  const { config, problems } = await readMergedSettings(environment, secrets, database.server)
  for (const line of problems) console.error(line)
  const log = pino({ level: 'silent' })
  await using ctx = await createContext({ config, secrets, server: database.server, log })
  for (const line of await command.run(ctx, args)) console.log(line)
}
