import { setTimeout as delay } from 'node:timers/promises'
import {
  connectMailbox,
  callFunction,
  openProduct,
  readTable,
  signInOrUp,
  type Person,
  type Product,
} from './lib/person.ts'
import { printTable, type Outcome } from './lib/demo-table.ts'
import { grantPlan, ledgerOf } from './lib/demo-queries.ts'
import { startLocalApp, type LocalApp } from './lib/local-app.ts'
import { readMailFiles, type DemoMail, type DemoMailbox } from './lib/mail-files.ts'
import { readSeeds } from './lib/seeds.ts'
import { tellProblems } from './lib/tell-problems.ts'

/**
 * `npm run demo [-- FILE…]`: an account, a sandbox mailbox, mail that is filed and mail that arrives, and a table of
 * what went
 * where, how sure and why. Ends with 0 only when every mail is in the ledger exactly once, with a reason.
 */
tellProblems()
const email = 'demo@contoso.example'
const password = 'a demo on the command line'
const files = process.argv.slice(2)

const given = files.length > 0 ? await readMailFiles(files) : null
await using app = await startLocalApp()
const mailbox = given ?? (await readSeeds(app))
process.stdout.write(
  `${mailbox.filed.length} mails are filed in ${mailbox.folders.size} folders; ${mailbox.arriving.length} ` +
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
const person = await signInOrUp(product, 'demo@people.example', password)
await grantPlan(app.ctx.db, person.userId, mailbox.arriving.length)
const mailboxId = await connectMailbox(product, person, email)
await callFunction(product, person, 'mail-graph', { action: 'sync-folders', mailboxId })
await giveInstructions(product, person, mailbox)
await app.ctx.jobs.drain()
await callFunction(product, person, 'mail-webhook-management', { action: 'subscribe', mailboxId })
await app.ctx.jobs.drain()
const learnedAfter = performance.now()

const expected = new Map<string, DemoMail>()
for (const mail of mailbox.arriving) {
  expected.set(await deliver(app, mail, 'Inbox'), mail)
  if (expected.size % 50 === 0) await app.ctx.jobs.drain()
}
const outcomes = await whenSorted(expected)
const problems = printTable(outcomes, expected, {
  learnSeconds: (learnedAfter - started) / 1000,
  sortSeconds: (performance.now() - learnedAfter) / 1000,
})
process.exitCode = problems === 0 ? 0 : 1

async function deliver(to: LocalApp, mail: DemoMail, folder: string): Promise<string> {
  const body =
    mail.body instanceof Uint8Array || folder !== 'Inbox' ? mail.body : { ...mail.body, receivedDateTime: undefined }
  const answer = await to.control(
    'POST',
    `/control/outlook/${email}/messages?folder=${encodeURIComponent(folder)}`,
    body,
  )
  if (typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string') return answer.id
  throw new Error('The sandbox took a mail and gave no id')
}

/**
 * Until every mail has ended, or nothing has ended for a while: then the delta query looks for what no notification
 * told.
 */
async function whenSorted(mails: Map<string, DemoMail>): Promise<Outcome[]> {
  let ended = -1
  for (let quiet = 0; quiet < 60; ) {
    await app.ctx.jobs.drain()
    const outcomes = await ledgerOf(app.ctx.db, mailboxId)
    const now = outcomes.filter((outcome) => outcome.status !== 'processing').length
    if (now >= mails.size) return outcomes
    quiet = now === ended ? quiet + 1 : 0
    ended = now
    if (quiet === 20) await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'catch-up', { mailboxId }))
    await delay(100)
  }
  return ledgerOf(app.ctx.db, mailboxId)
}

async function giveInstructions(at: Product, owner: Person, { folders }: DemoMailbox): Promise<void> {
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

/** "Work/Invoices" → the nested folders that the sandbox takes. */
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
