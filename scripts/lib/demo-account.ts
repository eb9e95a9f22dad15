import { z } from 'zod'
import { CreateCheckoutOutput } from '../../contract/functions/billing.ts'
import { MailboxList } from '../../contract/functions/mail-graph.ts'
import { apiKeysOf } from '../../server/auth/keys/api-keys.ts'
import type { Config } from '../../server/config.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { isOutlookSimulated } from '../../server/simulated-services.ts'
import {
  callFunction,
  connectMailbox,
  openProduct,
  readTable,
  signInOrCreate,
  type Product,
  type User,
} from './product-client.ts'
import { instructionsByPath, Seeds } from './sandbox-seeds.ts'

export interface DemoAccount {
  email: string
  password: string
}

const Folders = z.array(z.object({ id: z.string(), display_name: z.string(), instructions: z.string() }))
const Subscriptions = z.array(z.object({ mailbox: z.string() }))
const Plans = z.array(z.object({ id: z.string() }))

/** Used only with a local sandbox; production has neither sandbox nor demo account. */
export const demoPassword = 'mailroom-demo'

export const readDemoSeeds = async ({ sandboxUrl }: Pick<Config, 'sandboxUrl'>): Promise<z.output<typeof Seeds>> =>
  Seeds.parse(await (await fetch(`${sandboxUrl}/control/seeds`)).json())

/**
 * Prepares an account with a paid plan, a connected sandbox mailbox, instructions and real-time processing, so that
 * the first sign-in shows mail being sorted. The operator creates the account, so that SIGN_UP and AUTH_CONFIRM_EMAIL
 * may have any value; all else are requests of a browser. An account that has a mailbox stays as its user left it.
 * @param url where the product answers
 * @returns null where the product uses the real Microsoft services
 */
export async function prepareDemo(
  config: Config,
  url = `http://127.0.0.1:${config.port}`,
): Promise<DemoAccount | null> {
  if (!isOutlookSimulated(config)) return null
  const seeds = await readDemoSeeds(config)
  const account = { email: seeds.owner.address, password: demoPassword }
  // Prepared by an earlier start: another sign-in would only add a session.
  if (await isSubscribed(config, account.email)) return account
  const product = await openProduct(url)
  const { jwtSecret } = await loadSecrets(config)
  const person = await signInOrCreate(product, apiKeysOf(jwtSecret).service, account)
  const { mailboxes } = MailboxList.parse(await callFunction(product, person, 'mail-graph', { action: 'status' }))
  if (mailboxes.length > 0) return account
  if (config.stripe?.mode === 'sandbox') await buyLargestPlan(product, person)
  const mailboxId = await connectMailbox(product, person, account.email)
  await callFunction(product, person, 'mail-graph', { action: 'sync-folders', mailboxId })
  await saveMissingInstructions(product, person, instructionsByPath(seeds.folders))
  await callFunction(product, person, 'mail-webhook-management', { action: 'subscribe', mailboxId })
  return account
}

async function isSubscribed({ sandboxUrl }: Config, email: string): Promise<boolean> {
  const subscriptions = Subscriptions.parse(await (await fetch(`${sandboxUrl}/control/subscriptions`)).json())
  return subscriptions.some(({ mailbox }) => mailbox === email)
}

/** Pays on Stripe's page. The mail of the demo would use up the free plan within an hour. */
async function buyLargestPlan(product: Product, person: User): Promise<void> {
  const query = 'plans?select=id&is_active=eq.true&order=email_limit.desc&limit=1'
  const [plan] = Plans.parse(await (await readTable(product, person, query)).json())
  const input = { planId: plan?.id, addons: [] }
  const checkout = CreateCheckoutOutput.parse(await callFunction(product, person, 'create-checkout', input))
  if (!('url' in checkout)) return
  const card = { card_number: '4242424242424242', card_expiry: '12 / 40', card_cvc: '123' }
  const page = checkout.url.replace(/#.*$/, '')
  const body = new URLSearchParams({ ...card, action: 'pay' })
  const paid = await fetch(page, { method: 'POST', redirect: 'manual', body })
  const back = paid.headers.get('location')
  if (back === null) throw new Error(`The plan of the demo account could not be paid: ${paid.status}`)
  await fetch(back, { redirect: 'manual' })
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
