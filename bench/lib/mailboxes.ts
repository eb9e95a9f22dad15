import { z } from 'zod'
import { grantPlan } from '../../scripts/lib/demo-queries.ts'
import {
  callFunction,
  connectMailbox,
  openProduct,
  signInOrUp,
  type Product,
  type User,
} from '../../scripts/lib/product-client.ts'
import type { AppHandle } from './bench-app.ts'
import { growModel } from './real-size-model.ts'

export interface BenchMailbox {
  email: string
  mailboxId: string
  userId: string
  user: User
  /** The sign-in of the user. */
  accountEmail: string
  password: string
}

const folders = [{ displayName: 'Invoices' }, { displayName: 'Newsletters' }]
export const passwordOfUsers = 'seven green bicycles'
let made = 0

/**
 * Creates a user with a connected mailbox and enough filed mail to sort new mail of the same kind with confidence.
 * @param options `plan`: emails a month
 */
export async function createMailbox(
  stage: AppHandle,
  { realTime, hasLargeModel = false, plan = 5000 }: { realTime: boolean; hasLargeModel?: boolean; plan?: number },
): Promise<BenchMailbox> {
  const name = `bench-${++made}`
  const email = `${name}@contoso.example`
  await stage.control('POST', '/control/outlook/mailboxes', { email, kind: 'work', folders })
  for (let n = 0; n < 24; n++) await deliver(stage, email, n, folders[n % 2]?.displayName)
  const { product, user, accountEmail } = await createUser(stage, plan)
  const mailboxId = await connectMailbox(product, user, email)
  await callFunction(product, user, 'mail-graph', { action: 'sync-folders', mailboxId })
  if (realTime) await callFunction(product, user, 'mail-webhook-management', { action: 'subscribe', mailboxId })
  await stage.ctx.jobs.runDueJobs()
  if (hasLargeModel) await growModel(stage.ctx.db, { mailboxId, userId: user.userId }, content)
  return { email, mailboxId, userId: user.userId, user, accountEmail, password: passwordOfUsers }
}

/** @param plan emails a month */
export async function createUser(
  stage: AppHandle,
  plan: number,
): Promise<{ product: Product; user: User; accountEmail: string }> {
  const product = await openProduct(stage.url)
  const accountEmail = `bench-user-${++made}@people.example`
  const user = await signInOrUp(product, accountEmail, passwordOfUsers)
  await grantPlan(stage.ctx.db, user.userId, plan)
  return { product, user, accountEmail }
}

/** Below the limit of sign-ins at Microsoft that a user may begin in a minute. */
const mailboxesPerUser = 50

/** Connects empty mailboxes with real-time processing, and does what is due for new ones. */
export async function connectIdleMailboxes(stage: AppHandle, count: number): Promise<void> {
  const product = await openProduct(stage.url)
  for (let n = 0; n < count; n += mailboxesPerUser) {
    const user = await signInOrUp(product, `idle-${n}@people.example`, passwordOfUsers)
    for (let at = n; at < Math.min(count, n + mailboxesPerUser); at++) {
      const email = `idle-${at}@contoso.example`
      await stage.control('POST', '/control/outlook/mailboxes', { email, kind: 'work', folders })
      const mailboxId = await connectMailbox(product, user, email)
      await callFunction(product, user, 'mail-webhook-management', { action: 'subscribe', mailboxId })
    }
    await stage.ctx.jobs.runDueJobs()
  }
}

/** Messages with an even number belong in the first folder, the others in the second one. */
export const content = (n: number) =>
  n % 2 === 0
    ? {
        subject: `Invoice ${n} for your electricity`,
        from: 'billing@power.example',
        text: 'The amount due is 40 euro.',
      }
    : { subject: `Garden letter ${n}`, from: 'news@garden.example', text: 'Roses, tulips and what to sow now.' }

/** @returns the message's immutable id */
export async function deliver(stage: AppHandle, email: string, n: number, folder = 'Inbox'): Promise<string> {
  const { subject, from, text } = content(n)
  const answer = await stage.control('POST', `/control/outlook/${email}/messages?folder=${folder}`, {
    subject,
    from: { emailAddress: { address: from, name: 'Someone' } },
    body: { contentType: 'text', content: text },
  })
  return z.object({ id: z.string() }).parse(answer).id
}

/** Delivers to all mailboxes in parallel, one message at a time per mailbox. */
export async function deliverMany(
  stage: AppHandle,
  mailboxes: BenchMailbox[],
  each: number,
): Promise<Map<string, string>> {
  const emailOf = new Map<string, string>()
  await Promise.all(
    mailboxes.map(async ({ email }) => {
      for (let n = 0; n < each; n++) emailOf.set(await deliver(stage, email, 1000 + n), email)
    }),
  )
  return emailOf
}
