import { VendorError } from '../../vendors/http/vendor-error.ts'
import type { ImapIdentity } from '../../vendors/imap/imap-identities.ts'
import { uidSet } from '../../vendors/imap/imap-search.ts'
import type { ImapSession, OpenFolder, OpenOptions } from '../../vendors/imap/imap-session.ts'
import { findImapFolder, saveLookedAt, saveNewUidValidity, type FolderRow } from './folder-queries.ts'
import type { ImapAccess } from './imap-access.ts'
import { messagesAt, placeMessages, saveMissing, type FolderKey } from './message-queries.ts'
import { readFolders } from './read-folders.ts'
import { matchMessages, recogniseMessages, type RecognisedMessage } from './recognise-messages.ts'

/** Of messages whose identity is read in one call. */
const identitiesAtOnce = 1000
/** Changes of a folder's UIDVALIDITY within a day after which something is wrong with the server. */
const uidValidityMaxChanges = 5

/** The code of the error of a mailbox whose folders get other UIDs again and again. */
export const unstableFolderCode = 'uid_validity_unstable'

/** A folder that is open on the connection, with our row. */
export interface OpenedFolder extends FolderKey {
  row: FolderRow
  open: OpenFolder
}

/** Opens a folder by our id. Where its UIDVALIDITY has changed, its messages are recognised again first. */
export async function openFolder(
  access: ImapAccess,
  session: ImapSession,
  folderId: string,
  options?: OpenOptions,
): Promise<OpenedFolder | 'not-there'> {
  const { ctx, mailboxId } = access
  const row = await ctx.db.asService((tx) => findImapFolder(tx, mailboxId, folderId))
  if (!row || row.uidValidity === null) return 'not-there'
  const open = await session.open(row.path, options)
  if (open === 'not-there') return open
  const opened = { folderId, uidValidity: open.uidValidity, row, open }
  if (open.uidValidity !== row.uidValidity) await readAgain(access, session, opened)
  return opened
}

/**
 * The server has given all messages of a folder other UIDs: a restored backup, or a defect. Nothing is new, and nothing
 * was moved; what is not recognised is looked for in other folders when it is needed.
 */
async function readAgain(
  { ctx }: ImapAccess,
  session: ImapSession,
  { folderId, row, open }: OpenedFolder,
): Promise<void> {
  const before = { folderId, uidValidity: row.uidValidity ?? 0 }
  const known = await ctx.db.asService((tx) => messagesAt(tx, before))
  const at = { folderId, uidValidity: open.uidValidity }
  const identities = known.length === 0 ? [] : await Array.fromAsync(identitiesFrom(session, 1))
  const matched = matchMessages(identities.flat(), known, folderId)
  const ids = new Set(matched.map(({ id }) => id))
  const resets = await ctx.db.asService(async (tx) => {
    await saveMissing(
      tx,
      known.filter(({ id }) => !ids.has(id)).map(({ id }) => id),
      ctx.clock.now(),
    )
    await placeMessages(tx, at, matched, { isOld: true })
    return saveNewUidValidity(tx, folderId, { ...at, uidNext: open.uidNext, now: ctx.clock.now() })
  })
  if (resets > uidValidityMaxChanges) throw new VendorError('imap', 422, unstableFolderCode)
}

/** The identities of the messages of the open folder from a UID on, some at a time. */
async function* identitiesFrom(session: ImapSession, uid: number): AsyncGenerator<ImapIdentity[]> {
  const uids = (await session.search({ uid: `${uid}:*` })).filter((one) => one >= uid)
  for (let at = 0; at < uids.length; at += identitiesAtOnce)
    yield await session.identities(uidSet(uids.slice(at, at + identitiesAtOnce)))
}

export interface SeenMessage extends RecognisedMessage {
  receivedAt: Date
  uid: number
}

/** The messages from a UID on that an open folder has, at most `most` of them, and where to go on. */
export async function messagesFrom(
  access: ImapAccess,
  session: ImapSession,
  folder: OpenedFolder,
  { uid, most }: { uid: number; most: number },
): Promise<{ messages: SeenMessage[]; next: number | null; uidNext: number }> {
  const { ctx } = access
  const { folderId, row, open } = folder
  // A server may announce a message only with the next command: UIDNEXT of the open folder may be too low.
  const uids = (await session.search({ uid: `${uid}:*` })).filter((one) => one >= uid)
  const page = uids.slice(0, most)
  const messages = await recognise(access, session, folder, page)
  const last = page.at(-1)
  const isComplete = page.length === uids.length
  const uidNext = Math.max(uid, isComplete ? open.uidNext : 0, last === undefined ? 0 : last + 1)
  if (uid <= row.uidNext && uidNext > row.uidNext) await ctx.db.asService((tx) => saveLookedAt(tx, folderId, uidNext))
  return { messages, next: isComplete ? null : uidNext, uidNext }
}

/** Those of these messages that are in the open folder, with their ids, in the order of their UIDs. */
export async function recognise(
  access: ImapAccess,
  session: ImapSession,
  folder: OpenedFolder,
  uids: readonly number[],
): Promise<SeenMessage[]> {
  const seen: SeenMessage[] = []
  for (let at = 0; at < uids.length; at += identitiesAtOnce) {
    // To recognise messages, other folders are opened.
    if ((await session.open(folder.row.path)) === 'not-there') return seen
    const identities = await session.identities(uidSet(uids.slice(at, at + identitiesAtOnce)))
    const recognised = await recogniseMessages(access, session, folder, identities)
    for (const { uid, receivedAt } of identities) {
      const one = recognised.get(uid)
      if (one) seen.push({ ...one, uid, receivedAt })
    }
  }
  return seen.toSorted((a, b) => a.uid - b.uid)
}

/** Looks at the messages that have appeared in any folder since it was looked at: a missing message is one of them. */
export async function lookEverywhere(access: ImapAccess, session: ImapSession): Promise<void> {
  const { rows, states } = await readFolders(access, session)
  for (const row of rows) {
    const state = states.get(row.id)
    if (!state || row.use === 'system') continue
    if (state.uidValidity === row.uidValidity && state.uidNext <= row.uidNext) continue
    const folder = await openFolder(access, session, row.id, { again: true })
    if (folder === 'not-there') continue
    for (let uid: number | null = folder.row.uidNext; uid !== null; )
      uid = (await messagesFrom(access, session, folder, { uid, most: identitiesAtOnce })).next
  }
}
