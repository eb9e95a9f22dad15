import type { ImapSession } from '../../vendors/imap/imap-session.ts'
import { keywordsAmong } from '../../vendors/imap/imap-messages.ts'
import type { MailFolder, ParentFolder } from '../../vendors/mailbox/mail-folder.ts'
import type { MarkChange, Marks } from '../../vendors/mailbox/message.ts'
import type { MailboxClient } from '../../vendors/mailbox/mailbox-client.ts'
import { addMs } from '../../clock.ts'
import { saveTakesKeywords } from './account-queries.ts'
import { listAttachments, readAttachment } from './attachments.ts'
import { countEffects, createDraft, findDraft, readDraft, sendDraft, writeDraft } from './drafts.ts'
import { locate } from './find-message.ts'
import { findImapFolder, findImapFolders, type FolderRow } from './folder-queries.ts'
import type { ImapAccess } from './imap-access.ts'
import { moveMessage } from './move-message.ts'
import {
  countInbox,
  findMessage,
  folderChanges,
  folderWithUse,
  inboxMessages,
  inboxPage,
  inboxMarks,
  inboxExcerpts,
  newestMessages,
  recentMessages,
  sentMessages,
} from './read-messages.ts'
import { readFolders } from './read-folders.ts'
import { folderHeaders, inboxMessagesFrom } from './read-senders.ts'
import { recordVanished } from './vanished-messages.ts'

const unreadAfterMs = 60_000

/** A mailbox through IMAP. Each method has the mailbox's connection for itself. */
export function imapMailbox(access: ImapAccess): MailboxClient {
  const run: ImapAccess['run'] = (work) => access.run(work)
  const asOne =
    <Args extends unknown[], T>(work: (access: ImapAccess, session: ImapSession, ...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> =>
      run((session) => work(access, session, ...args))
  return {
    owner: async () => ({ address: access.address, displayName: '' }),
    inboxId: asOne(async (at, session) => {
      const id = await folderWithUse(at, session, 'inbox')
      if (id === null) throw new Error('The server has no inbox')
      return id
    }),
    folders: asOne(listFolders),
    folderIds: async (uses) =>
      (await storedFolders(access)).filter(({ use }) => use !== null && uses.includes(use)).map(({ id }) => id),
    hasFolder: asOne(hasFolder),
    // A folder that was deleted does not exist any more, unless the user has moved it among the deleted mail.
    async deletedFolderIds() {
      const rows = await storedFolders(access)
      const trash = new Set(rows.filter(({ use }) => use === 'deleted').map(({ id }) => id))
      return rows.filter(({ parentId }) => parentId !== null && trash.has(parentId)).map(({ id }) => id)
    },
    createFolder: asOne(createFolder),

    find: (id) => findMessage(access, id),
    newest: asOne(newestMessages),
    recent: asOne(recentMessages),
    sent: asOne(sentMessages),
    inbox: {
      count: asOne(countInbox),
      page: asOne(inboxPage),
      messages: asOne(inboxMessages),
      marksOf: asOne(inboxMarks),
      excerpts: asOne(inboxExcerpts),
      from: asOne(inboxMessagesFrom),
    },
    headers: asOne(folderHeaders),
    changes: asOne(folderChanges),
    isWatchedBy: async () => true,

    move: (id, way) => moveMessage(access, id, way),
    mark: asOne(markMessage),
    async readState(id) {
      const state = await run((session) => flagsOf(access, session, id))
      if (!state) return 'not-there'
      const { flags, version } = state
      // Nothing but its reader marks a message as read here: creating a draft does not.
      return { version, isRead: flags.has('\\Seen'), changedAt: addMs(access.ctx.clock.now(), unreadAfterMs) }
    },
    markUnread: ({ id, version }) =>
      run(async (session) => {
        const state = await flagsOf(access, session, id)
        if (!state) return 'not-there'
        if (state.version !== version) return 'changed'
        await session.setFlags(state.uid, { remove: ['\\Seen'] })
        return 'marked'
      }),

    attachments: {
      list: asOne(listAttachments),
      read: (at) => readAttachment(access, at),
    },
    effect: {
      find: ({ effectId }) => run((session) => findDraft(access, session, effectId)),
      count: asOne(countEffects),
      read: asOne(readDraft),
      create: asOne(createDraft),
      write: asOne(writeDraft),
      send: (id) => sendDraft(access, id),
    },
  }
}

async function listFolders(access: ImapAccess, session: ImapSession): Promise<MailFolder[]> {
  const listed = await readFolders(access, session)
  await recordVanished(access, session, listed)
  const inbox = listed.rows.find(({ use }) => use === 'inbox')
  const open = inbox && (await session.open(inbox.path, { write: true, again: true }))
  if (open && open !== 'not-there')
    await access.ctx.db.asService((tx) => saveTakesKeywords(tx, access.mailboxId, open.takesKeywords))
  return listed.folders
}

/** As they were listed last; they are listed now where they never were. */
async function storedFolders(access: ImapAccess): Promise<FolderRow[]> {
  const stored = await access.ctx.db.asService((tx) => findImapFolders(tx, access.mailboxId))
  const rows = stored.length > 0 ? stored : (await access.run((session) => readFolders(access, session))).rows
  return rows.filter(({ isListed }) => isListed)
}

async function hasFolder({ ctx, mailboxId }: ImapAccess, session: ImapSession, id: string): Promise<boolean> {
  const row = await ctx.db.asService((tx) => findImapFolder(tx, mailboxId, id))
  return row !== null && (await session.status(row.path)) !== 'not-there'
}

async function createFolder(
  access: ImapAccess,
  session: ImapSession,
  { displayName, parent }: { displayName: string; parent: ParentFolder | null },
) {
  const row = parent && (await access.ctx.db.asService((tx) => findImapFolder(tx, access.mailboxId, parent.id)))
  if (parent && (!row || (await session.status(row.path)) === 'not-there')) return 'not-there'
  const created = await session.createFolder({ parent: row?.path ?? null, name: displayName })
  if (typeof created === 'string') return created
  const { folders, rows } = await readFolders(access, session)
  const id = rows.find(({ path }) => path === created.path)?.id
  return folders.find((folder) => folder.id === id) ?? 'refused'
}

async function flagsOf(access: ImapAccess, session: ImapSession, id: string) {
  const found = await locate(access, session, id, { write: true })
  const flags = found && (await session.flags([found.row.uid])).get(found.row.uid)
  if (!found || !flags) return null
  const { folder, row } = found
  return { flags, uid: row.uid, folder, version: `${folder.uidValidity}.${row.uid}` }
}

/** Categories are keywords, where the folder stores any. Everything is one command, and one more where some go. */
async function markMessage(
  access: ImapAccess,
  session: ImapSession,
  id: string,
  change: (now: Marks, parentFolderId: string) => MarkChange | null,
): Promise<'marked' | 'unsupported' | 'not-there'> {
  const state = await flagsOf(access, session, id)
  if (!state) return 'not-there'
  const { flags, folder, uid } = state
  const categories = keywordsAmong(flags)
  const wanted = change({ categories, isRead: flags.has('\\Seen') }, folder.folderId)
  if (wanted === null) return 'marked'
  const keywords = wanted.categories ?? categories
  const marks = { '\\Seen': wanted.isRead, '\\Flagged': wanted.isFlagged }
  const add = [...without(keywords, categories), ...Object.entries(marks).flatMap(([flag, is]) => (is ? [flag] : []))]
  const remove = Object.entries(marks).flatMap(([flag, is]) => (is === false ? [flag] : []))
  if (add.some((flag) => !flag.startsWith('\\')) && !folder.open.takesKeywords) return 'unsupported'
  await session.setFlags(uid, {
    add: add.filter((flag) => !flags.has(flag)),
    remove: [...remove, ...without(categories, keywords)].filter((flag) => flags.has(flag)),
  })
  return 'marked'
}

/** Keywords are the same in either case (RFC 9051, section 2.3.2). */
function without(keywords: readonly string[], others: readonly string[]): string[] {
  const left = new Set(others.map((keyword) => keyword.toLowerCase()))
  return keywords.filter((keyword) => !left.has(keyword.toLowerCase()))
}
