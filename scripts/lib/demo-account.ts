import { instructionsByPath, Seeds } from './sandbox-seeds.ts'
import { z } from 'zod'
import { MailboxList } from '../../contract/functions/mail-graph.ts'
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
  type User,
  type Product,
} from './product-client.ts'

export interface DemoAccount {
  email: string
  password: string
}

const Folders = z.array(z.object({ id: z.string(), display_name: z.string(), instructions: z.string() }))

/** Used only with a local sandbox; production has neither sandbox nor demo account. */
export const demoPassword = 'mailroom-demo'
/** A day and a half at the sandbox's delivery rate. */
const demoEmailLimit = 20_000

/**
 * Prepares an account with a connected sandbox mailbox, instructions and real-time processing, so that the first
 * sign-in shows mail being sorted. An account that has a mailbox stays as its user left it.
 * @returns null where the product uses the real Microsoft services
 */
export async function prepareDemo(config: Config): Promise<DemoAccount | null> {
  if (!config.sandboxUrl || !config.microsoft?.graphUrl.startsWith(config.sandboxUrl)) return null
  const seeds = Seeds.parse(await (await fetch(`${config.sandboxUrl}/control/seeds`)).json())
  const product = await openProduct(`http://127.0.0.1:${config.port}`)
  const email = seeds.owner.address
  const person = await signInOrUp(product, email, demoPassword)
  const { mailboxes } = MailboxList.parse(await callFunction(product, person, 'mail-graph', { action: 'status' }))
  if (mailboxes.length > 0) return { email, password: demoPassword }
  await ensurePlan(config, person)
  const mailboxId = await connectMailbox(product, person, email)
  await callFunction(product, person, 'mail-graph', { action: 'sync-folders', mailboxId })
  await saveMissingInstructions(product, person, instructionsByPath(seeds.folders))
  await callFunction(product, person, 'mail-webhook-management', { action: 'subscribe', mailboxId })
  return { email, password: demoPassword }
}

/** The sandbox delivers a message every few seconds, which would soon use up the free plan. */
async function ensurePlan(config: Config, { userId }: User): Promise<void> {
  await using parts = new AsyncDisposableStack()
  const { server } = parts.use(await prepareDatabase(config, await loadSecrets(config), () => undefined))
  const db = parts.use(await openDatabase({ connection: server, maxConnections: 1, onError: () => undefined }))
  await grantPlan(db, userId, demoEmailLimit)
}

/** Saves the sandbox's instructions; never overwrites instructions that a user has written. */
async function saveMissingInstructions(product: Product, user: User, wanted: Map<string, string>): Promise<void> {
  const rows = Folders.parse(
    await (await readTable(product, user, 'email_folders?select=id,display_name,instructions')).json(),
  )
  for (const row of rows) {
    const instructions = wanted.get(row.display_name)
    if (row.instructions !== '' || !instructions) continue
    await readTable(product, user, `email_folders?id=eq.${row.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ instructions }),
    })
  }
}
