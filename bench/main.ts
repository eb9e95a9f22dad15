import { backfill } from './backfill.ts'
import { backlog } from './backlog.ts'
import { growth } from './growth.ts'
import { idle } from './idle.ts'
import { imap } from './imap.ts'
import { latency } from './latency.ts'
import { lists } from './lists.ts'
import { mailboxCount } from './mailbox-count.ts'
import { memory } from './memory.ts'
import { notifications } from './notifications.ts'
import { outage } from './outage.ts'
import { page } from './page.ts'
import { sorting } from './sorting.ts'
import { uploads } from './uploads.ts'
import { printTable, type Measurement } from './lib/report.ts'

/**
 * `npm run bench [-- NAME…]`: prints each figure beside a floor measured in the same run on the same machine, since
 * only their ratio is comparable between machines and days. The last line is JSON.
 */
const benches = {
  notifications,
  sorting,
  latency,
  backfill,
  mailboxCount,
  idle,
  imap,
  lists,
  page,
  uploads,
  outage,
  backlog,
  growth,
  memory,
}
const isBench = (name: string): name is keyof typeof benches => Object.hasOwn(benches, name)

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !isBench(name))
if (unknown.length > 0) {
  process.stderr.write(`Unknown benchmark ${unknown.join(', ')}; available: ${Object.keys(benches).join(', ')}\n`)
  process.exit(1)
}

const results: Record<string, Measurement[]> = {}
for (const name of Object.keys(benches).filter(isBench)) {
  if (requested.length > 0 && !requested.includes(name)) continue
  process.stderr.write(`${name} …\n`)
  results[name] = await benches[name]()
}
printTable(results)
process.stdout.write(`${JSON.stringify(results)}\n`)
