import type { SortedList } from '../kit/sorted-list.ts'
import type { Change, ChangeLog } from './change-log.ts'

/** The model of Outlook mailboxes. `graph/render-*.ts` render it for the API. */
export const MAILBOX_KINDS = ['work', 'personal', 'inactive', 'soft-deleted', 'on-premise', 'guest'] as const
export type MailboxKind = (typeof MAILBOX_KINDS)[number]

export type Account = {
  email: string
  userPrincipalName: string
  /** `mail` of GET /me; null for some users. */
  mail: string | null
  displayName: string
  /** The object id of the user, derived from the address. */
  id: string
  tenantId: string
  kind: MailboxKind
  disabled: boolean
  /** The scopes that the admin allows; null for all. */
  grantableScopes: string[] | null
  /** Whether the id token has the claim `email`. */
  emailClaim: boolean
  /** The optional claim `xms_edov`: whether the tenant owns the domain of the address. Null for no such claim. */
  domainVerified: boolean | null
}

export type Mailbox = {
  account: Account
  /** Part of every id in this mailbox, to distinguish an id of another mailbox from an unknown one. */
  tag: string
  counter: number
  sequence: number
  root: Folder
  folders: Map<string, Folder>
  wellKnown: Map<string, Folder>
  messages: Map<string, Message>
  /** The messages of all folders, newest first. */
  newestFirst: SortedList<Message>
  byRestId: Map<string, Message>
  byInternetMessageId: Map<string, Message>
  /** Changes of folders, for the folder delta. */
  folderLog: ChangeLog
  full: boolean
  /** Times of recently sent messages, for the limit per minute. */
  sends: number[]
  rules: InboxRule[]
  categories: { displayName: string; color: string }[]
}

type InboxRule = { subjectContains: string; folderId: string; afterMs: number }

export type Folder = {
  id: string
  displayName: string
  wellKnownName: string | null
  parent: Folder | null
  children: Folder[]
  isHidden: boolean
  /** The query of a search folder; null for other folders. */
  searchQuery: string | null
  messages: SortedList<Message>
  unread: number
  log: ChangeLog
  createdSequence: number
}

export type Recipient = { emailAddress: { name?: string | null; address?: string | null } }
export type Body = { contentType: 'text' | 'html'; content: string }
export type Header = { name: string; value: string }
type Flag = { flagStatus: 'notFlagged' | 'complete' | 'flagged'; [time: string]: unknown }

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
  /** `#microsoft.graph.eventMessage…` for meeting requests, answers and cancellations, null for other messages. */
  odataType: string | null
}

export type Message = MessageFields & {
  /** The position in lists: the time of receipt, then the order of arrival. */
  rank: number
  order: number
  immutableId: string
  /** The mutable id, which changes with every move. */
  restId: string
  mailbox: Mailbox
  folder: Folder
  changeNumber: number
  attachments: Attachment[]
  /** The plain text of the body, also the source of `bodyPreview`. */
  text: string
  /** The delivered MIME; null for a message that was created from fields. */
  raw: Uint8Array | null
  /** Internet message ids of the messages before it in the conversation. */
  references: string[]
  /** A GET by id finds the message from this time on; the copy of a sent message may appear late. */
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

/** A change in a mailbox, for the listeners of `Outlook`. */
export type MailEvent = {
  mailbox: Mailbox
  type: Change['type']
  folder: Folder
  immutableId: string
  /** The mutable id; for a removal the one before it. */
  restId: string
  etag: string
  /** A move causes two events: one in the old folder, one in the new one. */
  byMove: boolean
}
