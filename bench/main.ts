import { latency } from './latency.ts'
import { lists } from './lists.ts'
import { notifications } from './notifications.ts'
import { page } from './page.ts'
import { sorting } from './sorting.ts'
import { uploads } from './uploads.ts'
import { printTable, type Measurement } from './lib/report.ts'

/**
 * `npm run bench [-- NAME…]`: each figure beside a floor that was measured in the same run on the same machine, since
 * only the ratio
 * of the two can be compared from one machine, or one day, to the next. The last line is JSON.
 */
const benches = { notifications, sorting, latency, lists, page, uploads }
const isBench = (name: string): name is keyof typeof benches => Object.hasOwn(benches, name)

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !isBench(name))
if (unknown.length > 0) {
  process.stderr.write(`There is no bench named ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}\n`)
  process.exit(1)
}

const results: Record<string, Measurement[]> = {}
for (const name of Object.keys(benches).filter(isBench)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  process.stderr.write(`${name} …\n`)
  results[name] = await benches[name]()
}
printTable(results)
process.stdout.write(`${JSON.stringify(results)}\n`)
