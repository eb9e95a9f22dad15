import { randomBytes } from 'node:crypto'
import {
  callFunction,
  openProduct,
  readTable,
  signInOrUp,
  signUp,
  type User,
  type Product,
} from '../../scripts/lib/product-client.ts'
import { addMailbox } from './outlook.ts'
import type { App } from './start-app.ts'

export interface ConnectedMailbox {
  product: Product
  user: User
  email: string
  mailboxId: string
  /** Returns the user with a new session; everything else keeps the previous session, which lasts an hour. */
  signInAgain(): Promise<User>
  /** Calls a function of the product as this user. */
  call(name: string, body: object): Promise<unknown>
  /** The response of `/rest/v1/{query}` to this user. */
  rows<T>(query: string, init?: RequestInit): Promise<T>
  /** Delivers a message. @returns its immutable id */
  deliver(mail: {
    from?: string
    fromName?: string
    subject: string
    text?: string
    folder?: string
    /** Defaults to the current time. */
    received?: Date
    headers?: Record<string, string>
    isRead?: boolean
    replyTo?: { name: string; address: string }
    html?: string
    /** In Graph's format, with `contentBytes`. */
    attachments?: object[]
    /** Of another kind than a message, such as `#microsoft.graph.eventMessageRequest`. */
    '@odata.type'?: string
  }): Promise<string>
  /** Subjects by Outlook folder. */
  inOutlook(): Promise<Record<string, string[]>>
}

const password = 'correct horse battery'

interface Folder {
  displayName: string
  children?: Folder[]
}

/** Signs up a new user and connects a sandbox mailbox with these folders. */
export async function connectedMailbox(app: App, folders: Folder[] = []): Promise<ConnectedMailbox> {
  const email = `${randomBytes(5).toString('hex')}@contoso.example`
  await app.control('POST', '/control/outlook/mailboxes', { email, kind: 'work', folders })
  const product = await openProduct(app.url)
  const user = await signUp(product, `${randomBytes(5).toString('hex')}@people.example`, password)
  const mailboxId = await addMailbox(app, user.userId, email)
  await app.runDueJobs()
  return {
    product,
    user,
    email,
    mailboxId,
    signInAgain: () => signInOrUp(product, user.email, password),
    call: (name, body) => callFunction(product, user, name, body),
    rows: async (query, init) => {
      const text = await (await readTable(product, user, query, init)).text()
      return text === '' ? [] : JSON.parse(text)
    },
    deliver: (mail) => deliver(app, email, mail),
    inOutlook: () => inOutlook(app, email),
  }
}

/** Reads what is filed in the folders, and sorts email that arrives from now on. */
export async function sortNewMail(app: App, mailbox: Pick<ConnectedMailbox, 'call' | 'mailboxId'>): Promise<void> {
  const { mailboxId } = mailbox
  await mailbox.call('mail-graph', { action: 'sync-folders', mailboxId })
  await app.runDueJobs()
  await mailbox.call('mail-webhook-management', { action: 'subscribe', mailboxId })
  await app.runDueJobs()
}

/** Delivers a message to a sandbox mailbox, connected or not. @returns its immutable id */
export async function deliver(
  app: App,
  email: string,
  mail: Parameters<ConnectedMailbox['deliver']>[0],
): Promise<string> {
  const {
    from = 'someone@shop.example',
    fromName = 'Someone',
    subject,
    text = '',
    folder = 'Inbox',
    received,
    headers = {},
    isRead = false,
    replyTo,
    html,
    attachments = [],
    '@odata.type': type = '#microsoft.graph.message',
  } = mail
  const answer = await app.control('POST', `/control/outlook/${email}/messages?folder=${encodeURIComponent(folder)}`, {
    '@odata.type': type,
    subject,
    from: { emailAddress: { address: from, name: fromName } },
    toRecipients: [{ emailAddress: { address: email, name: 'Owner' } }],
    body: html === undefined ? { contentType: 'text', content: text } : { contentType: 'html', content: html },
    attachments,
    isRead,
    ...(replyTo && { replyTo: [{ emailAddress: replyTo }] }),
    ...(received && { receivedDateTime: received.toISOString() }),
    internetMessageHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
  })
  return idOf(answer)
}

/** Subjects by Outlook folder. */
export async function inOutlook(app: App, email: string): Promise<Record<string, string[]>> {
  const answer = await app.control('GET', `/control/outlook/${email}/messages`)
  const messages: unknown[] = Array.isArray(answer) ? answer : []
  const byFolder: Record<string, string[]> = {}
  for (const message of messages) {
    if (typeof message !== 'object' || message === null || !('folder' in message) || !('subject' in message)) continue
    const folder = String(message.folder)
    byFolder[folder] = [...(byFolder[folder] ?? []), String(message.subject)]
  }
  return byFolder
}

function idOf(answer: unknown): string {
  if (typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string') return answer.id
  throw new Error('The sandbox returned no id')
}
