/**
 * `npm run automation:stop` stops all automated actions of all users. Sorting continues, due actions wait, and nothing
 * is lost. `npm run automation:stop -- everything` also stops all sorting, moving and undoing: no mailbox is changed
 * and Graph is not called. `npm run automation:start` resumes everything. Reads the server's settings; a running server
 * does not need a restart, because its workers check the switch before each effect.
 */
import { pino } from 'pino'
import { setAutomationSwitch } from '../server/actions/automation-switch-queries.ts'
import { countPendingMessages } from '../server/actions/pending-message-queries.ts'
import { systemClock } from '../server/clock.ts'
import { readEnvironment } from '../server/config.ts'
import { createContext } from '../server/compose.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { loadSecrets } from '../server/secrets.ts'
import { reportCommandErrors } from './lib/report-command-errors.ts'

reportCommandErrors()
const [command, scope, ...more] = process.argv.slice(2)
const isKnown =
  command === 'stop' ? scope === undefined || scope === 'everything' : command === 'start' && scope === undefined
if (!isKnown || more.length > 0) {
  console.error('Usage: npm run automation:stop, npm run automation:stop -- everything, or npm run automation:start')
  process.exit(1)
}
const config = readEnvironment()
const log = pino({ level: 'silent' })
const secrets = await loadSecrets(config)
await using database = await prepareDatabase(config, secrets, (line) => console.log(line))
await using ctx = await createContext({ config, secrets, server: database.server, log, clock: systemClock })
const pendingMessages = await ctx.db.asService(async (tx) => {
  await setAutomationSwitch(tx, { actions: command === 'stop', mailboxes: scope === 'everything' }, ctx.clock.now())
  if (command === 'start') {
    await ctx.jobs.enqueue(tx, 'reconcile-actions', {})
    await ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {})
  }
  return countPendingMessages(tx)
})
console.log(
  command === 'stop'
    ? `All automated actions${scope === undefined ? '' : ', and all sorting and moving of mail,'} are stopped; ` +
        `${pendingMessages} emails have pending actions. npm run automation:start resumes them.`
    : `All automated actions are resumed; ${pendingMessages} emails had pending actions.`,
)
