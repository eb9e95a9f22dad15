import { instructionsByPath, Seeds } from './seeds.ts'
import { z } from 'zod'
import type { Config } from '../../server/config.ts'
import { openDatabase } from '../../server/db/database.ts'
import { prepareDatabase } from '../../server/prepare-database.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { grantPlan } from './demo-queries.ts'
import {
  callFunction,
  connectMailbox,
  openProduct,
  readTable,
  signInOrUp,
  type Person,
  type Product,
} from './person.ts'

export interface DemoAccount {
  email: string
  password: string
}

const Folders = z.array(z.object({ id: z.string(), display_name: z.string(), instructions: z.string() }))

/** Only for a sandbox on this machine; in production there is neither. */
export const demoPassword = 'mailroom-demo'
/** A day and a half of the sandbox's pace. */
const mailsOfDemo = 20_000

/**
 * An account with a connected sandbox mailbox, instructions and real-time processing, so that whoever signs in sees
 * mail being
 * sorted. Run at each start: the sandbox forgets its sign-ins when it stops.
 * @returns null where the product talks to the real Outlook
 */
export async function prepareDemo(config: Config): Promise<DemoAccount | null> {
  if (!config.sandboxUrl || !config.microsoft?.graphUrl.startsWith(config.sandboxUrl)) return null
  const seeds = Seeds.parse(await (await fetch(`${config.sandboxUrl}/control/seeds`)).json())
  const product = await openProduct(`http://127.0.0.1:${config.port}`)
  const email = seeds.owner.address
  const person = await signInOrUp(product, email, demoPassword)
  await givePlan(config, person)
  const mailboxId = await connectMailbox(product, person, email)
  await callFunction(product, person, 'mail-graph', { action: 'sync-folders', mailboxId })
  await giveInstructions(product, person, instructionsByPath(seeds.folders))
  await callFunction(product, person, 'mail-webhook-management', { action: 'subscribe', mailboxId })
  return { email, password: demoPassword }
}

/** With a mail every few seconds the free plan's month would be over before the visitor has looked around. */
async function givePlan(config: Config, { userId }: Person): Promise<void> {
  await using parts = new AsyncDisposableStack()
  const { server } = parts.use(await prepareDatabase(config, await loadSecrets(config), () => undefined))
  const db = parts.use(await openDatabase({ connection: server, maxConnections: 1, onError: () => undefined }))
  await grantPlan(db, userId, mailsOfDemo)
}

/** What the owner would have written; never over what somebody has written since. */
async function giveInstructions(product: Product, person: Person, wanted: Map<string, string>): Promise<void> {
  const rows = Folders.parse(
    await (await readTable(product, person, 'email_folders?select=id,display_name,instructions')).json(),
  )
  for (const row of rows) {
    const instructions = wanted.get(row.display_name)
    if (row.instructions !== '' || !instructions) continue
    await readTable(product, person, `email_folders?id=eq.${row.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ instructions }),
    })
  }
}
