import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import {
  connectMailbox,
  callFunction,
  openProduct,
  readTable,
  signInOrUp,
  type User,
  type Product,
} from './lib/product-client.ts'
import { printModelShare, printTable, type Outcome } from './lib/demo-table.ts'
import { grantPlan, listProcessingLog, readModelUsage } from './lib/demo-queries.ts'
import { startLocalApp, type LocalApp } from './lib/local-app.ts'
import { readMailFiles, type DemoMail, type DemoMailbox } from './lib/mail-files.ts'
import { readSeeds } from './lib/sandbox-seeds.ts'
import { reportCommandErrors } from './lib/report-command-errors.ts'

/**
 * `npm run demo [-- FILE…]`: creates an account and a sandbox mailbox, files some mail, delivers the rest and prints
 * where each message went, with confidence and reason. Exits with 0 only when every message is in the processing log
 * exactly once, with a reason. `--model` asks the sandbox's language model about unsure email, which leaves it in the
 * inbox, and prints how many emails needed it and what that costs.
 */
reportCommandErrors()
const email = 'demo@contoso.example'
const password = 'a demo on the command line'
const { values: options, positionals: files } = parseArgs({
  options: { model: { type: 'boolean', default: false } },
  allowPositionals: true,
})

const fromFiles = files.length > 0 ? await readMailFiles(files) : null
const modelSettings = (sandboxUrl: string) => ({
  AI_BASE_URL: `${sandboxUrl}/api.openai.com/v1`,
  AI_MODEL: 'sandbox-model',
  AI_API_KEY: 'mailroom-sandbox-key',
})
await using app = await startLocalApp(options.model ? modelSettings : undefined)
const leave = { contains: '', answers: [{ folder: 'leave', confidence: 0.9, quotes: [] }] }
if (options.model) await app.control('PUT', '/control/model', { mode: 'by-mail', answers: [leave] })
const mailbox = fromFiles ?? (await readSeeds(app))
process.stdout.write(
  `${mailbox.filed.length} emails are filed in ${mailbox.folders.size} folders; ${mailbox.arriving.length} ` +
    `will arrive.\n`,
)

const started = performance.now()
const product = await openProduct(app.url)
await app.control('POST', '/control/outlook/mailboxes', {
  email,
  kind: 'work',
  folders: tree([...mailbox.folders.keys()]),
})
for (const mail of mailbox.filed) await deliver(app, mail, mail.folder ?? 'Inbox')
const user = await signInOrUp(product, 'demo@people.example', password)
await grantPlan(app.ctx.db, user.userId, mailbox.arriving.length)
const mailboxId = await connectMailbox(product, user, email)
await callFunction(product, user, 'mail-graph', { action: 'sync-folders', mailboxId })
await saveInstructions(product, user, mailbox)
await app.ctx.jobs.runDueJobs()
await callFunction(product, user, 'mail-webhook-management', { action: 'subscribe', mailboxId })
await app.ctx.jobs.runDueJobs()
const learnedAfter = performance.now()

const expected = new Map<string, DemoMail>()
for (const mail of mailbox.arriving) {
  expected.set(await deliver(app, mail, 'Inbox'), mail)
  if (expected.size % 50 === 0) await app.ctx.jobs.runDueJobs()
}
const outcomes = await waitUntilSorted(expected)
const failureCount = printTable(outcomes, expected, {
  learnSeconds: (learnedAfter - started) / 1000,
  sortSeconds: (performance.now() - learnedAfter) / 1000,
})
if (options.model) printModelShare(outcomes, await readModelUsage(app.ctx.db, user.userId))
process.exitCode = failureCount === 0 ? 0 : 1

async function deliver(to: LocalApp, mail: DemoMail, folder: string): Promise<string> {
  const body =
    mail.body instanceof Uint8Array || folder !== 'Inbox' ? mail.body : { ...mail.body, receivedDateTime: undefined }
  const answer = await to.control(
    'POST',
    `/control/outlook/${email}/messages?folder=${encodeURIComponent(folder)}`,
    body,
  )
  if (typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string') return answer.id
  throw new Error('The sandbox returned no id for a message')
}

/**
 * Waits until every message is finished, or until nothing changes for a while. After 2 idle seconds it enqueues a delta
 * query, which finds messages whose change notification was lost.
 */
async function waitUntilSorted(mails: Map<string, DemoMail>): Promise<Outcome[]> {
  let finished = -1
  for (let idleRounds = 0; idleRounds < 60; ) {
    await app.ctx.jobs.runDueJobs()
    const outcomes = await listProcessingLog(app.ctx.db, mailboxId)
    const now = outcomes.filter((outcome) => outcome.status !== 'processing').length
    if (now >= mails.size) return outcomes
    idleRounds = now === finished ? idleRounds + 1 : 0
    finished = now
    if (idleRounds === 20) await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'catch-up', { mailboxId }))
    await delay(100)
  }
  return listProcessingLog(app.ctx.db, mailboxId)
}

async function saveInstructions(at: Product, owner: User, { folders }: DemoMailbox): Promise<void> {
  const answer = await readTable(at, owner, 'email_folders?select=id,display_name')
  const rows: { id: string; display_name: string }[] = JSON.parse(await answer.text())
  for (const row of rows) {
    const instructions = folders.get(row.display_name)
    if (instructions)
      await readTable(at, owner, `email_folders?id=eq.${row.id}`, {
        method: 'PATCH',
        body: JSON.stringify({ instructions }),
      })
  }
}

interface Node {
  displayName: string
  children: Node[]
}

/** Converts paths such as "Work/Invoices" to the nested folders that the sandbox expects. */
function tree(paths: string[]): Node[] {
  const root: Node[] = []
  for (const path of paths) {
    let level = root
    for (const name of path.split('/')) {
      const known = level.find((node) => node.displayName === name)
      const node = known ?? { displayName: name, children: [] }
      if (!known) level.push(node)
      level = node.children
    }
  }
  return root
}
