export interface Address {
  address: string
  name: string
}

/** A message as sorting reads it. Its text is untrusted: bounded in length and free of invisible characters. */
export interface Message {
  id: string
  internetMessageId: string | null
  conversationId: string | null
  subject: string | null
  from: Address | null
  /** Where the sender wants replies; empty: at `from`. */
  replyTo: Address[]
  to: string[]
  cc: string[]
  receivedAt: Date
  parentFolderId: string
  /** The headers that sorting reads, by lower-case name. */
  headers: Record<string, string>
  text: string
  /** The mailbox's own flag: it does not count attachments that are shown within the text. */
  hasAttachments: boolean
  /** Without what belongs to the text or to a signature. */
  attachmentNames: string[]
  /** A report on another message is among them: a bounce, a receipt (RFC 3464, RFC 8098, RFC 5965). */
  isReport: boolean
  /** The content ids that the text refers to by `cid:`. */
  contentIds: string[]
  isDraft: boolean
  isRead: boolean
  /** The last change of the message; reading it may be one. */
  changedAt: Date
  /** An invitation, or the answer to one: it is answered by the calendar. */
  isMeeting: boolean
  categories: string[]
  /** Another one after each change of the message, also after a move. Null where the mailbox has none. */
  version: string | null
  /** Opens the message in the browser; null where there is no https address. */
  webLink: string | null
}

/** What a message list shows of one message. */
export interface MessageExcerpt {
  id: string
  from: Address | null
  subject: string
  /** The beginning of the text; hidden text may be in it. */
  text: string
  receivedAt: Date
}

/** Who sent a message, when, and whether it was read. */
export type MessageHeaders = Pick<Message, 'from' | 'headers' | 'isDraft' | 'isRead' | 'receivedAt'>

export interface SentMessage {
  /** To, cc and bcc, lower case. */
  to: string[]
  /** The effect that created the message; null if the user wrote it. */
  effectId: string | null
  /** Null where the mailbox has no web links. */
  id: string | null
  conversationId: string | null
  subject: string | null
  sentAt: Date
  /** An invitation, or the answer to one. */
  isMeeting: boolean
}

export interface ReceivedMessage {
  id: string
  receivedAt: Date | null
}

/** What a message carries that its readers and their programs change. */
export interface Marks {
  /** In the terms of the mailbox: a keyword of IMAP is not any text. */
  categories: string[]
  isRead: boolean
}

export type MarkedMessage = ReceivedMessage & Marks

/** The marks of one version of a message, as a call has just shown them. */
export interface SeenMarks extends Marks {
  parentFolderId: string
  version: string
}

/** Only what is there is changed; `categories` replaces all of them. */
export interface MarkChange extends Partial<Marks> {
  isFlagged?: boolean
}

/** `next`: where the next page begins, an opaque text; null on the last page. */
export interface InboxPage<M = ReceivedMessage> {
  messages: M[]
  next: string | null
}

/**
 * A page of the changes of a folder. The last one has `resume`, where the next round begins, which may be stored.
 * `start-again`: the position has expired; `not-there`: the folder does not exist.
 */
export type Changes = (InboxPage & { resume: string | null }) | 'start-again' | 'not-there'

/** Whether a message has been read, and which version of it says so. */
export interface ReadState {
  version: string
  isRead: boolean
  /** The last change of the message; reading it may be one. */
  changedAt: Date
}
