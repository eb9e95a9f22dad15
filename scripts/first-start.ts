import { readEnvironment } from '../server/config.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { loadSecrets } from '../server/secrets.ts'
import { pastDays } from './lib/demo-history.ts'
import { prepareDemoPast } from './lib/demo-past.ts'

/** The first start of the demo, before `npm start` starts the server. */

// Neither keeps this process alive nor lets it outlive `npm start`.
process.channel?.unref()
process.once('disconnect', () => process.exit(1))
// Complete: the demo runs with the sandbox, which uses no settings of the page.
const config = readEnvironment()
const secrets = await loadSecrets(config)
await using database = await prepareDatabase(config, secrets, () => undefined)
// A sign of life every few seconds.
const onDay = (day: string): void => void process.stdout.write(`  Sorting the email of ${day} …\n`)
await prepareDemoPast({ config, secrets, server: database.server, days: pastDays(process.argv), onDay })
