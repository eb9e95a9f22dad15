import type { Command } from './command.ts'

/** `mailroom.ts` has migrated the database before it runs. */
export const migrateCommand: Command = {
  name: 'migrate',
  argumentNames: '',
  args: { min: 0, max: 0 },
  help: 'migrates the database to this version, as the start of a node does',
  run: () => Promise.resolve(['The database has all migrations of this version.']),
}
