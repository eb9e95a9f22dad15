import type { MailboxObject } from 'imapflow'
import { appendMessage, readFlags, setFlags } from './imap-changes.ts'
import type { ImapConnection } from './imap-connection.ts'
import { createFolder, listFolders, statusOf } from './imap-folders.ts'
import { readIdentities } from './imap-identities.ts'
import { propertiesOf } from './mail-server-failure.ts'
import { readMessages, readPart, readSource } from './imap-messages.ts'
import { canMove, deleteMessage, moveMessage, movesInOneStep } from './imap-move.ts'
import { searchUids } from './imap-search.ts'

/** A folder that is open on the connection. What its commands name by UID is in this folder. */
export interface OpenFolder {
  path: string
  uidValidity: number
  uidNext: number
  exists: number
  /** Any keyword may be stored. */
  takesKeywords: boolean
}

export interface OpenOptions {
  write?: boolean
  /** Also where it is open: some servers look for new email only then, or every few seconds. */
  again?: boolean
}

/**
 * The operations on a mailbox through an open connection, one at a time, in the terms of the protocol: paths, UIDs and
 * UIDVALIDITY. Nothing is ever expunged but the message that an operation names, and reading changes no flag.
 */
export const imapSession = (connection: ImapConnection) => ({
  get isOpen() {
    return connection.isOpen
  },
  /** Single messages can be moved: by MOVE, or by COPY and an expunge of exactly one UID. */
  canMove: () => canMove(connection),
  movesInOneStep: () => movesInOneStep(connection),
  /** Gmail stores what is sent through it; at other servers the client does. */
  keepsSentMail: () => connection.client.capabilities.has('X-GM-EXT-1'),
  /** Makes the server report what has changed in the open folder. */
  refresh: () => connection.call((client) => client.noop()),
  folders: () => listFolders(connection),
  createFolder: (at: { parent: string | null; name: string }) => createFolder(connection, at),
  status: (path: string) => statusOf(connection, path),
  open: (path: string, options?: OpenOptions) => openFolder(connection, path, options),
  search: (query: Parameters<typeof searchUids>[1]) => searchUids(connection, query),
  identities: (uids: string) => readIdentities(connection, uids),
  messages: (uids: readonly number[], text: 'whole' | 'excerpt' | 'none') => readMessages(connection, uids, text),
  part: (at: Parameters<typeof readPart>[1]) => readPart(connection, at),
  source: (uid: number, maxBytes: number) => readSource(connection, uid, maxBytes),
  flags: (uids: readonly number[]) => readFlags(connection, uids),
  setFlags: (uid: number, change: { add?: string[]; remove?: string[] }) => setFlags(connection, uid, change),
  move: (uid: number, to: string) => moveMessage(connection, uid, to),
  append: (message: Parameters<typeof appendMessage>[1]) => appendMessage(connection, message),
  /** Deletes exactly this message of the open folder, or marks it as deleted where the server cannot do that. */
  delete: (uid: number) => deleteMessage(connection, uid),
})

export type ImapSession = ReturnType<typeof imapSession>

/** Codes of a folder that does not exist (RFC 5530, RFC 3501). */
const missing: ReadonlySet<unknown> = new Set(['NONEXISTENT', 'TRYCREATE'])

/**
 * Opens a folder; the one that is open stays open. Read-only unless `write`: opening for writing takes \Recent from
 * other clients.
 */
async function openFolder(
  connection: ImapConnection,
  path: string,
  { write = false, again = false }: OpenOptions = {},
): Promise<OpenFolder | 'not-there'> {
  return connection.call(async (client) => {
    const open = client.mailbox
    const isOpen = open && open.path === path && (!write || open.readOnly !== true)
    if (isOpen && !again) return opened(open)
    try {
      return opened(await client.mailboxOpen(path, { readOnly: !write && !(isOpen && open.readOnly !== true) }))
    } catch (error) {
      const { mailboxMissing, serverResponseCode } = propertiesOf(error)
      if (mailboxMissing === true || missing.has(serverResponseCode)) return 'not-there'
      throw error
    }
  })
}

function opened({ path, uidValidity, uidNext, exists, permanentFlags, readOnly }: MailboxObject): OpenFolder {
  return {
    path,
    uidValidity: Number(uidValidity),
    uidNext,
    exists,
    takesKeywords: readOnly !== true && permanentFlags?.has('\\*') === true,
  }
}
