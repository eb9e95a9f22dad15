import type { Attachment } from './attachment.ts'
import type { Draft, DraftChange, DraftKind } from './draft.ts'
import type { FolderUse, MailFolder, ParentFolder } from './mail-folder.ts'
import type {
  Changes,
  InboxPage,
  MarkChange,
  MarkedMessage,
  Marks,
  Message,
  MessageExcerpt,
  MessageHeaders,
  ReadState,
  SeenMarks,
  SentMessage,
} from './message.ts'

/**
 * A mailbox, for one task, in the terms of no provider. Each method is one operation, without retries. What a caller
 * has to expect is a result: null where nothing is found, `not-there` where the object of an operation does not exist
 * any more. Everything else is a VendorError, which says in the provider's `scopeOf` what it is about.
 */
export interface MailboxClient {
  owner(): Promise<{ address: string | null; displayName: string }>
  /** The first request of a new mailbox: it fails where the account has none. */
  inboxId(): Promise<string>

  /** All folders that the user sees, parents before children. */
  folders(): Promise<MailFolder[]>
  /** The ids of the folders with these uses; those that the mailbox does not have are left out. */
  folderIds(uses: readonly FolderUse[]): Promise<string[]>
  hasFolder(id: string): Promise<boolean>
  /** Ids of the folders directly among the deleted mail. A deleted folder keeps its id and its subfolders. */
  deletedFolderIds(): Promise<string[]>
  /**
   * Below `parent`; null: at the top. `exists`: another folder has the name, maybe a hidden one; `refused`: the name is
   * invalid; `not-there`: `parent` does not exist.
   */
  createFolder(folder: {
    displayName: string
    parent: ParentFolder | null
  }): Promise<MailFolder | 'exists' | 'refused' | 'not-there'>

  /** Its text is what the reader sees. @returns null where it was deleted */
  find(id: string): Promise<Message | null>
  /** The newest messages of a folder, newest first. */
  newest(folderId: string, count: number): Promise<Message[] | 'not-there'>
  /**
   * The newest received messages in any of these folders, newest first. `text` is the excerpt, and the names of
   * attachments are missing. Messages in other folders (sent, deleted, junk) are read too, so it may return fewer.
   */
  recent(folderIds: ReadonlySet<string>, count: number): Promise<Message[]>
  /** Sent messages, newest first. */
  sent(range: { since: Date | null; newest: number }): Promise<SentMessage[]>
  inbox: {
    /** Counts the messages without those of subfolders. */
    count(since: Date | null): Promise<number>
    /** One page, newest first: the page at `next` of another one, or the first page of a time range. */
    page(from: string | TimeRange): Promise<InboxPage<MarkedMessage>>
    /** As `page`, with senders and headers. `text` is the excerpt, and the names of attachments are missing. */
    messages(from: string | TimeRange): Promise<InboxPage<Message>>
    /** Those of these messages that are in the inbox, with their marks: one request for hundreds of them. */
    marksOf(messages: readonly { id: string; receivedAt: Date }[]): Promise<Map<string, Marks>>
    /** The newest messages without their bodies: hundreds fit in a few small responses. */
    excerpts(newest: number): Promise<MessageExcerpt[]>
    /** The newest messages of exactly this sender, newest first, as `messages`. */
    from(address: string, newest: number): Promise<Message[]>
  }
  /**
   * One page of what a folder has received since a time, without bodies, oldest first: new email shifts no page. It may
   * be stored where the next page begins. `start-again`: the position has expired.
   */
  headers(
    folderId: string,
    from: string | { since: Date },
  ): Promise<InboxPage<MessageHeaders> | 'start-again' | 'not-there'>
  /**
   * Reads one page of a folder's changes, from `next` or `resume` of another one or for messages received since a time.
   * The first round reports existing messages as if they were new.
   * @param from.folderId defaults to the inbox
   */
  changes(from: string | { since: Date; folderId?: string }): Promise<Changes>

  /** Whether the mailbox still announces new email by this watch. */
  isWatchedBy(watchId: string): Promise<boolean>

  /**
   * Addresses the message through the folder where it was last seen, so that a message the user has moved meanwhile is
   * not moved again. `not-there`: the message is not in that folder, or the target does not exist. `unsupported`:
   * the mailbox cannot move single messages.
   * @returns its marks where the mailbox has shown them after the move
   */
  move(id: string, way: { from: string; to: string }): Promise<SeenMarks | 'moved' | 'unsupported' | 'not-there'>
  /**
   * Changes the marks of a message in one request, on the version that `change` has seen: where another program has
   * changed the message meanwhile, `change` is asked again. Null keeps everything.
   * @param seen saves reading them
   * `unsupported`: the mailbox does not store these categories; then nothing has changed
   */
  mark(
    id: string,
    change: (now: Marks, parentFolderId: string) => MarkChange | null,
    seen?: SeenMarks,
  ): Promise<'marked' | 'unsupported' | 'not-there'>
  readState(id: string): Promise<ReadState | 'not-there'>
  /** `changed`: the message has changed since its read state was read. */
  markUnread(message: { id: string; version: string }): Promise<'marked' | 'changed' | 'not-there'>

  attachments: {
    /** In the order of the message. */
    list(messageId: string, max: number): Promise<Attachment[] | 'not-there'>
    /** Streams the content of a file, or the MIME of an item; a reference has none. */
    read(at: { messageId: string; attachmentId: string }): Promise<AsyncGenerator<Uint8Array> | 'not-there'>
  }

  /**
   * Drafts that Mailroom creates, each marked with the id of its effect. Creating and sending cannot be repeated: look
   * for the draft before another attempt.
   */
  effect: {
    /** Finds the draft anywhere in the mailbox. */
    find(wanted: { effectId: string; kind: DraftKind }): Promise<Draft | null>
    /** Counts the messages of an effect anywhere in the mailbox, up to two: more than one was created twice. */
    count(effectId: string): Promise<number>
    /** By its id, which it keeps when sent; null also where its sent copy has not appeared yet. */
    read(id: string): Promise<Draft | null>
    /**
     * With the original message quoted: a reply to its recipients, without our text, or a forward with its attachments
     * and without recipients.
     */
    create(kind: DraftKind, of: { messageId: string; effectId: string }): Promise<Draft | 'not-there'>
    /**
     * Replaces the body and marks the draft as written, in one request; a forward also gets its only recipient.
     * `changed`: the draft has changed since it was read.
     */
    write(change: DraftChange): Promise<Draft | 'changed' | 'not-there'>
    /** The mailbox only accepts it for delivery, and may deliver it even after an error: read it before a retry. */
    send(id: string): Promise<'accepted' | 'not-allowed' | 'not-there'>
  }
}

/** Null means unbounded. */
export interface TimeRange {
  since: Date | null
  /** Inclusive of its whole second: the mailbox returns whole seconds, and may store fractions. */
  until: Date | null
}
