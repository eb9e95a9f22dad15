import type { SortedList } from '../kit/sorted-list.ts'
import type { ChangeLog } from './change-log.ts'

/** What stands in a sandbox Outlook mailbox. Wire shapes are made from this in `graph/render-*.ts`. */
export const MAILBOX_KINDS = ['work', 'personal', 'inactive', 'soft-deleted', 'on-premise', 'guest'] as const
export type MailboxKind = (typeof MAILBOX_KINDS)[number]

export type Account = {
  email: string
  userPrincipalName: string
  /** What GET /me answers as `mail`: null for some users. */
  mail: string | null
  displayName: string
  /** Object id of the user, constant for an address. */
  id: string
  tenantId: string
  kind: MailboxKind
  disabled: boolean
  /** An admin allows no more than these; null for no limit. */
  grantableScopes: string[] | null
  /** Whether the id_token tells the address. */
  emailClaim: boolean
  /** Whether the tenant owns the domain of the address: the optional claim `xms_edov`. Null where the app has not asked for the claim. */
  domainVerified: boolean | null
}

export type Mailbox = {
  account: Account
  /** Part of every id in this mailbox, so that a foreign id can be told from a stale one. */
  tag: string
  counter: number
  sequence: number
  root: Folder
  folders: Map<string, Folder>
  wellKnown: Map<string, Folder>
  messages: Map<string, Message>
  /** All messages of all folders, newest first. */
  newestFirst: SortedList<Message>
  byRestId: Map<string, Message>
  byInternetMessageId: Map<string, Message>
  /** Changes of the folders themselves, for the folder delta. */
  folderLog: ChangeLog
  full: boolean
  /** When it sent its last mails, for the limit a minute. */
  sends: number[]
  rules: InboxRule[]
  categories: { displayName: string; color: string }[]
}

export type InboxRule = { subjectContains: string; folderId: string; afterMs: number }

export type Folder = {
  id: string
  displayName: string
  wellKnownName: string | null
  parent: Folder | null
  children: Folder[]
  isHidden: boolean
  /** A search folder's query; null for ordinary folders. */
  searchQuery: string | null
  messages: SortedList<Message>
  unread: number
  log: ChangeLog
  createdSequence: number
}

/** One line of a change log: what happened to an item, and when it can be seen. */
export type Change = {
  sequence: number
  at: number
  /** When a delta query may see it. */
  visibleFrom: number
  type: 'created' | 'updated' | 'deleted'
  immutableId: string
  restId: string
  /** Counts of the folder after it. */
  total: number
  unread: number
}

export type Recipient = { emailAddress: { name?: string | null; address?: string | null } }
export type Body = { contentType: 'text' | 'html'; content: string }
export type Header = { name: string; value: string }
export type Flag = { flagStatus: 'notFlagged' | 'complete' | 'flagged'; [time: string]: unknown }

export type MessageFields = {
  subject: string | null
  body: Body
  from: Recipient | null
  sender: Recipient | null
  toRecipients: Recipient[]
  ccRecipients: Recipient[]
  bccRecipients: Recipient[]
  replyTo: Recipient[]
  receivedDateTime: string
  sentDateTime: string
  createdDateTime: string
  lastModifiedDateTime: string
  internetMessageId: string
  conversationId: string
  conversationIndex: string
  importance: 'low' | 'normal' | 'high'
  inferenceClassification: 'focused' | 'other'
  categories: string[]
  flag: Flag
  isRead: boolean
  isDraft: boolean
  isReadReceiptRequested: boolean
  isDeliveryReceiptRequested: boolean | null
  internetMessageHeaders: Header[]
  extendedProperties: { id: string; value: string | null }[]
  /** `#microsoft.graph.eventMessage` for meeting requests, null for ordinary mail. */
  odataType: string | null
}

export type Message = MessageFields & {
  /** Place in lists: time received, then the order of arrival. */
  rank: number
  order: number
  immutableId: string
  /** The id that changes with every move. */
  restId: string
  mailbox: Mailbox
  folder: Folder
  changeNumber: number
  attachments: Attachment[]
  /** The plain text beside an HTML body, or made from it; also what `bodyPreview` is cut from. */
  text: string
  /** MIME as it was delivered; null where the message was made from fields. */
  raw: Uint8Array | null
  /** Internet message ids that it answers. */
  references: string[]
  /** Before this moment a GET by id does not find it (a sent copy that appears late). */
  visibleFrom: number
}

export type Attachment = {
  key: string
  type: 'file' | 'item' | 'reference'
  name: string
  contentType: string | null
  isInline: boolean
  contentId: string | null
  bytes: Uint8Array
  lastModifiedDateTime: string
}

/** What happened in a mailbox, told to those who listen (subscriptions, the demo). */
export type MailEvent = {
  mailbox: Mailbox
  type: Change['type']
  folder: Folder
  immutableId: string
  /** The changing id: for a removal the one it had before. */
  restId: string
  etag: string
  /** A move tells of itself twice: once leaving, once arriving. */
  byMove: boolean
}
