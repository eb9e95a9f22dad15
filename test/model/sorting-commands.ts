import fc from 'fast-check'
import { command, type Command } from './command.ts'
import * as faults from './fault-commands.ts'
import * as messages from './message-commands.ts'
import * as settings from './settings-commands.ts'

/** What the scheduler starts every minute. */
export const workOnce: Command = command('work()', (_model, real) => real.work())
const work = fc.constant(workOnce)

const often = (times: number, arbitrary: fc.Arbitrary<Command>) => Array.from({ length: times }, () => arbitrary)

/** One of these is chosen for each step of a run. */
export const sortingCommands = [
  ...often(9, messages.deliver),
  ...often(8, work),
  ...often(3, faults.advance),
  ...often(3, faults.fault),
  ...often(4, faults.crash),
  ...often(4, faults.heal),
  ...often(2, messages.move),
  ...often(2, messages.moveNew),
  ...often(2, messages.read),
  messages.tag,
  messages.untag,
  ...often(3, settings.on),
  ...often(4, settings.reconnect),
  messages.remove,
  messages.discardDraft,
  settings.off,
  settings.edit,
  ...often(2, settings.editAction),
  settings.interruptActions,
  settings.pause,
  settings.stop,
  settings.revoke,
  ...often(2, settings.fileWhen),
  settings.fileNow,
  settings.sortWaiting,
  faults.subscription,
  faults.renew,
  faults.expireDelta,
  faults.join,
  faults.leave,
]
