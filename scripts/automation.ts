/**
 * `npm run automation:stop` stops all automated actions of all people at once; mail is sorted on, what is due waits, and nothing is lost.
 * `npm run automation:start` lets them go on. Takes the settings of the server, which goes on running: its workers ask before each effect.
 */
import { pino } from 'pino'
import { countMailsToActOn, stopAllActions } from '../server/actions/stop-queries.ts'
import { systemClock } from '../server/clock.ts'
import { readEnvironment } from '../server/config.ts'
import { createContext } from '../server/context.ts'
import { prepareDatabase } from '../server/open-database.ts'
import { loadSecrets } from '../server/secrets.ts'

const wish = process.argv[2]
if (wish !== 'stop' && wish !== 'start') {
  console.error('Say what to do: npm run automation:stop, or npm run automation:start')
  process.exit(1)
}
const config = readEnvironment()
const log = pino({ level: 'silent' })
const secrets = await loadSecrets(config)
await using database = await prepareDatabase(config, secrets, (line) => console.log(line))
await using ctx = await createContext({ config, secrets, server: database.server, log, clock: systemClock })
const mails = await ctx.db.asService(async (tx) => {
  await stopAllActions(tx, wish === 'stop', ctx.clock.now())
  if (wish === 'start') await ctx.jobs.enqueue(tx, 'look-after-actions', {})
  return countMailsToActOn(tx)
})
console.log(
  wish === 'stop'
    ? `All automated actions are stopped; those of ${mails} mails wait. npm run automation:start lets them go on.`
    : `Automated actions go on; those of ${mails} mails were waiting.`,
)
