import { once } from 'node:events'
import { startProgram } from '../scripts/lib/child-processes.ts'
import { connectMailbox, openProduct, readTable, signInOrUp, type Product } from '../scripts/lib/product-client.ts'
import { runSql } from '../test/kit/run-sql.ts'
import { fillHistory } from './lib/queries.ts'
import { measurement, percentile, type Measurement } from './lib/report.ts'
import { startBenchApp, type BenchApp } from './lib/bench-app.ts'

const folders = 300
const mails = 50_000
/** Below the rate limit of one user per minute. */
const rounds = 100

/**
 * Response times of the calls that the dashboard of a user with a long history makes, compared with a bare server that
 * reads one row by its key.
 */
export async function lists(): Promise<Measurement[]> {
  await using stage = await startBenchApp()
  const calls = await seedDashboard(stage)
  await using floorProgram = startProgram('bench/programs/floor.ts', { FLOOR_DATABASE: JSON.stringify(stage.owner) })
  const [address] = await once(floorProgram.child, 'message')
  const floorUrl = String(address)
  const millis = new Map<string, number[]>([...calls.keys(), floorUrl].map((name) => [name, []]))
  // Interleaved, so that other load on this machine affects all calls alike. Rounds below 0 warm up.
  for (let round = -10; round < rounds; round++) {
    for (const [name, call] of [...calls, [floorUrl, () => fetch(floorUrl)] as const]) {
      const took = await timed(call)
      if (round >= 0) millis.get(name)?.push(took)
    }
  }
  const floor = percentile(millis.get(floorUrl) ?? [], 0.95)
  return [...calls.keys()].map((name) =>
    measurement(`${name}, p95`, 'ms', percentile(millis.get(name) ?? [], 0.95), floor, {
      note: `${percentile(millis.get(name) ?? [], 0.5).toFixed(1)} median`,
    }),
  )
}

type Call = () => Promise<Response>

async function timed(call: Call): Promise<number> {
  const sent = performance.now()
  const answer = await call()
  await answer.arrayBuffer()
  const took = performance.now() - sent
  if (!answer.ok) throw new Error(`${answer.url} returned ${answer.status}`)
  return took
}

/** Creates a user with the given folders and history. @returns the dashboard's calls by name */
async function seedDashboard(stage: BenchApp): Promise<Map<string, Call>> {
  const email = 'bench-lists@contoso.example'
  const named = Array.from({ length: folders }, (_, n) => ({ displayName: `Folder ${n}` }))
  await stage.control('POST', '/control/outlook/mailboxes', { email, kind: 'work', folders: named })
  const product = await openProduct(stage.url)
  const user = await signInOrUp(product, 'bench-lists@people.example', 'seven green bicycles')
  const mailboxId = await connectMailbox(product, user, email)
  await stage.ctx.jobs.runDueJobs()
  await fillHistory(stage.ctx.db, { userId: user.userId, mailboxId }, mails)
  await runSql(stage.owner, 'vacuum (analyze) public.email_processing_logs, public.email_folders')

  const logs = (query: string): Call => {
    const all = 'email_processing_logs?select=*&order=processed_at.desc,id.desc&limit=25'
    return () => readTable(product, user, `${all}&${query}`, { headers: { prefer: 'count=exact' } })
  }
  const fn = (name: string, body: object): Call => functionCall(product, user.accessToken, name, body)
  const ofMailbox = `mailbox_id=eq.${mailboxId}`
  return new Map<string, Call>([
    [`${folders} folders`, () => readTable(product, user, `email_folders?${ofMailbox}&order=folder_name.asc`)],
    ['history, first page', logs('offset=0')],
    ['history, one mailbox', logs(`offset=0&${ofMailbox}`)],
    ['history, failed', logs('offset=0&status=eq.failed')],
    ['history, page 1,000', logs('offset=24975')],
    ['history, part of a subject', logs('offset=0&subject=ilike.*number 4999*')],
    ['overview', fn('dashboard-overview', { action: 'summary', timeZone: 'Europe/Zurich' })],
    ['notifications', fn('notifications', { action: 'list' })],
    ['email-actions', fn('email-actions', { action: 'list' })],
  ])
}

const functionCall =
  ({ url, anonKey }: Product, token: string, name: string, body: object): Call =>
  () =>
    fetch(`${url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, apikey: anonKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
