import { z } from 'zod'
import type { AppHandle } from '../../bench/lib/bench-app.ts'
import { createMailbox, deliver, type BenchMailbox } from '../../bench/lib/mailboxes.ts'
import { callFunction, openProduct, readTable } from '../../scripts/lib/product-client.ts'
import { readSubscription } from './stored-state.ts'

const Ids = z.array(z.object({ id: z.string() })).min(1)

/** Each kind of message has a folder. */
export type MailKind = 'invoice' | 'newsletter'
/** That of invoices. */
export const actingFolder = 'Invoices'

/** What differs between the servers of mailboxes. Messages have keys: their ids in Outlook, else their subjects. */
export interface MailboxOfRun {
  /** @returns the key */
  deliver: (n: number) => Promise<string>
  keyOf: (row: { messageId: string; subject: string | null }) => string
  messages: () => Promise<SandboxMessage[]>
  /** Reads all email of the inbox, as the user does with another program. */
  readInbox: () => Promise<void>
  /** As the user does, with another program. */
  moveToInbox: (key: string) => Promise<unknown>
  /** Faults that the sandbox does not record. */
  faults: () => readonly GraphCall[]
  /** A line for each message whose content or flags are not as delivered. */
  findChanges: () => Promise<string[]>
}

/** A mailbox in Outlook whose acting folder drafts a reply to each message. */
export async function createActingMailbox(app: AppHandle): Promise<BenchMailbox & MailboxOfRun> {
  const mailbox = await createMailbox(app, { realTime: true })
  await addDraftAction(app, mailbox)
  const { email } = mailbox
  const messages = async () => SandboxMessages.parse(await app.control('GET', `/control/outlook/${email}/messages`))
  return {
    ...mailbox,
    deliver: (n) => deliver(app, email, n),
    keyOf: ({ messageId }) => messageId,
    messages,
    async readInbox() {
      for (const { id, folder, isRead } of await messages())
        if (folder === 'Inbox' && !isRead)
          await app.control('PATCH', `/control/outlook/${email}/messages/${encodeURIComponent(id)}`, { isRead: true })
    },
    moveToInbox: (id) =>
      app.control('POST', `/control/outlook/${email}/messages/${encodeURIComponent(id)}/move`, { folder: 'Inbox' }),
    faults: () => [],
    findChanges: async () =>
      (await messages())
        .filter(({ categories }) => categories.length > 0)
        .map(({ id, categories }) => `4: message ${id} still has ${categories.join(', ')}`),
  }
}

/** Email of the mailbox waits in the inbox until it is read. */
export async function fileOnceRead(app: AppHandle, { mailboxId, user }: BenchMailbox): Promise<void> {
  const settings = { action: 'save', mailboxId, fileWhen: 'after_read', fileDelayMinutes: 0 }
  await callFunction(await openProduct(app.url), user, 'mailbox-settings', settings)
}

/** The acting folder of the mailbox drafts a reply to each message. */
export async function addDraftAction(app: AppHandle, mailbox: BenchMailbox): Promise<void> {
  const product = await openProduct(app.url)
  const { user } = mailbox
  const idOf = async (query: string): Promise<string> =>
    Ids.parse(await (await readTable(product, user, query)).json())[0]?.id ?? ''
  const added = {
    folder_id: await idOf(`email_folders?select=id&folder_name=eq.${actingFolder}&mailbox_id=eq.${mailbox.mailboxId}`),
    action_id: await idOf('email_actions?select=id&action_type=eq.draft_reply'),
    action_order: 1,
  }
  await readTable(product, user, 'email_folder_actions', { method: 'POST', body: JSON.stringify(added) })
}

const SandboxMessages = z.array(
  z.object({
    id: z.string(),
    folder: z.string(),
    isDraft: z.boolean(),
    conversationId: z.string(),
    categories: z.array(z.string()),
    isRead: z.boolean(),
  }),
)
export type SandboxMessage = Omit<z.infer<typeof SandboxMessages>[number], 'categories' | 'isRead'>

const Subscriptions = z.array(z.object({ id: z.string(), mailbox: z.string(), expirationDateTime: z.coerce.date() }))

/** Ids of the subscriptions that have not expired in Outlook, and of the one that the product has stored. */
export async function subscriptionsOf(app: AppHandle, { email, mailboxId }: BenchMailbox) {
  const all = Subscriptions.parse(await app.control('GET', '/control/subscriptions'))
  const now = app.ctx.clock.now()
  const live = all.filter(({ mailbox, expirationDateTime }) => mailbox === email && expirationDateTime > now)
  return { live: live.map(({ id }) => id), stored: await readSubscription(app.ctx.db, mailboxId) }
}

const Calls = z.array(
  z.object({
    requestId: z.string().nullable(),
    at: z.string(),
    method: z.string(),
    url: z.string(),
    status: z.number(),
    mailbox: z.string().nullish(),
    concurrency: z.number(),
    response: z.unknown(),
  }),
)
type Call = z.infer<typeof Calls>[number]
export interface GraphCall extends Omit<Call, 'response'> {
  /** Refused because too many calls of the mailbox are in flight: a killed node may have left some. */
  exceedsConcurrency: boolean
}

const isConcurrencyError = (response: unknown): boolean =>
  JSON.stringify(response)?.includes('MailboxConcurrency') ?? false

export const graphCalls = async (app: AppHandle): Promise<GraphCall[]> => {
  const calls = Calls.parse(await app.control('GET', '/control/requests?service=graph'))
  return calls.map(({ response, ...call }) => ({
    ...call,
    exceedsConcurrency: isConcurrencyError(response),
  }))
}
