/**
 * `npm run automation:stop` stops all automated actions of all people at once; mail is sorted on, what is due waits,
 * and nothing is lost.
 * `npm run automation:stop -- everything` stops all that is done in mailboxes, too: no mail is sorted, moved or undone,
 * and Outlook is asked nothing.
 * `npm run automation:start` lets all go on. Takes the settings of the server, which goes on running: its workers ask
 * before each effect.
 */
import { pino } from 'pino'
import { setAutomationSwitch } from '../server/actions/automation-switch-queries.ts'
import { countPendingMessages } from '../server/actions/pending-message-queries.ts'
import { systemClock } from '../server/clock.ts'
import { readEnvironment } from '../server/config.ts'
import { createContext } from '../server/compose.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { loadSecrets } from '../server/secrets.ts'
import { tellProblems } from './lib/tell-problems.ts'

tellProblems()
const [wish, what, ...more] = process.argv.slice(2)
const isKnown = wish === 'stop' ? what === undefined || what === 'everything' : wish === 'start' && what === undefined
if (!isKnown || more.length > 0) {
  console.error(
    'Say what to do: npm run automation:stop, npm run automation:stop -- everything, or npm run automation:start',
  )
  process.exit(1)
}
const config = readEnvironment()
const log = pino({ level: 'silent' })
const secrets = await loadSecrets(config)
await using database = await prepareDatabase(config, secrets, (line) => console.log(line))
await using ctx = await createContext({ config, secrets, server: database.server, log, clock: systemClock })
const mails = await ctx.db.asService(async (tx) => {
  await setAutomationSwitch(tx, { actions: wish === 'stop', mailboxes: what === 'everything' }, ctx.clock.now())
  if (wish === 'start') {
    await ctx.jobs.enqueue(tx, 'reconcile-actions', {})
    await ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {})
  }
  return countPendingMessages(tx)
})
console.log(
  wish === 'stop'
    ? `All automated actions${what === undefined ? '' : ', and all sorting and moving of mail,'} are stopped; ` +
        `those of ${mails} mails wait. npm run automation:start lets them go on.`
    : `Everything goes on; those of ${mails} mails were waiting.`,
)
