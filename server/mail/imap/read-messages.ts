import { addMs } from '../../clock.ts'
import { keywordsAmong, type ImapMessage } from '../../vendors/imap/imap-messages.ts'
import { uidSet } from '../../vendors/imap/imap-search.ts'
import type { ImapSession } from '../../vendors/imap/imap-session.ts'
import type { TimeRange } from '../../vendors/mailbox/mailbox-client.ts'
import type {
  Changes,
  InboxPage,
  MarkedMessage,
  Marks,
  Message,
  MessageExcerpt,
  SentMessage,
} from '../../vendors/mailbox/message.ts'
import { locate } from './find-message.ts'
import { findImapFolders, saveBaseline } from './folder-queries.ts'
import { findPlace, findUids, type FolderKey } from './message-queries.ts'
import type { ImapAccess } from './imap-access.ts'
import { messagesFrom, openFolder, recognise, type OpenedFolder, type SeenMessage } from './open-folder.ts'
import { readFolders } from './read-folders.ts'

type Text = Parameters<ImapSession['messages']>[1]

/** Of a response with texts, of lists of them, and of their identities only. */
const textsAtOnce = 25
export const excerptsAtOnce = 100
const changesAtOnce = 500
const inboxPageSize = 100
/** Folders in which the newest messages are looked for. */
const recentMaxFolders = 50
/** A message that is older was copied into the inbox by the user: it is no new email. */
const newEmailMaxAgeMs = 7 * 24 * 60 * 60_000
const dayMs = 24 * 60 * 60_000

/** With the fewest commands: nearly always a message is where it was seen. */
export async function findMessage(access: ImapAccess, id: string): Promise<Message | null> {
  const { ctx, mailboxId } = access
  const [place] = await ctx.db.asService((tx, sendLast) => sendLast(() => [findPlace(tx, mailboxId, id)]))
  const find = async (session: ImapSession): Promise<Message | null> => {
    const open = place && (await session.open(place.path))
    const isSame = open && open !== 'not-there' && open.uidValidity === place.uidValidity
    const [there] = isSame ? await session.messages([place.uid], 'whole') : []
    // Servers describe a message from memory that another client has deleted: then its text is missing.
    if (place && there && there.content.text !== '') return toMessage(there, id, place)
    await session.refresh()
    const found = await locate(access, session, id)
    const [message] = found ? await session.messages([found.row.uid], 'whole') : []
    return found && message ? toMessage(message, id, found.folder) : null
  }
  return access.run(find, { mayBeStale: true })
}

function toMessage({ identity, content }: ImapMessage, id: string, folder: FolderKey): Message {
  // Its UID is another one after each move, and reading it changes nothing: a change that a caller has to know.
  return { ...content, id, parentFolderId: folder.folderId, version: `${folder.uidValidity}.${identity.uid}` }
}

/** The id of the folder with a use. @returns null where the mailbox has none */
export async function folderWithUse(access: ImapAccess, session: ImapSession, use: string): Promise<string | null> {
  const { ctx, mailboxId } = access
  const stored = (await ctx.db.asService((tx) => findImapFolders(tx, mailboxId))).filter(({ isListed }) => isListed)
  const rows = stored.length > 0 ? stored : (await readFolders(access, session)).rows
  return rows.find((row) => row.use === use)?.id ?? null
}

export async function openInbox(access: ImapAccess, session: ImapSession): Promise<OpenedFolder> {
  const id = await folderWithUse(access, session, 'inbox')
  const folder = id === null ? 'not-there' : await openFolder(access, session, id)
  if (folder === 'not-there') throw new Error('The server has no inbox')
  return folder
}

/** Whole messages of an open folder, newest first. */
export async function readAll(
  access: ImapAccess,
  session: ImapSession,
  folder: OpenedFolder,
  { uids, text, atOnce }: { uids: readonly number[]; text: Text; atOnce: number },
): Promise<Message[]> {
  const ids = new Map((await recognise(access, session, folder, uids)).map(({ uid, id }) => [uid, id]))
  const messages: Message[] = []
  const wanted = [...uids].toSorted((a, b) => b - a)
  for (let at = 0; at < wanted.length; at += atOnce) {
    if ((await session.open(folder.row.path)) === 'not-there') break
    const read = await session.messages(wanted.slice(at, at + atOnce), text)
    for (const one of read.toReversed()) {
      const id = ids.get(one.identity.uid)
      if (id !== undefined) messages.push(toMessage(one, id, folder))
    }
  }
  return messages
}

/** UIDs of the newest messages of the open folder. */
const newestUids = async (session: ImapSession, { open }: OpenedFolder, count: number): Promise<number[]> =>
  open.exists === 0 ? [] : (await session.search({ seq: `${Math.max(1, open.exists - count + 1)}:*` })).slice(-count)

export async function newestMessages(
  access: ImapAccess,
  session: ImapSession,
  folderId: string,
  count: number,
): Promise<Message[] | 'not-there'> {
  const folder = await openFolder(access, session, folderId)
  if (folder === 'not-there') return folder
  const uids = await newestUids(session, folder, count)
  return readAll(access, session, folder, { uids, text: 'whole', atOnce: textsAtOnce })
}

export async function recentMessages(
  access: ImapAccess,
  session: ImapSession,
  folderIds: ReadonlySet<string>,
  count: number,
): Promise<Message[]> {
  const newest: { folder: OpenedFolder; uid: number; receivedAt: Date }[] = []
  for (const folderId of [...folderIds].slice(0, recentMaxFolders)) {
    const folder = await openFolder(access, session, folderId)
    if (folder === 'not-there') continue
    const uids = await newestUids(session, folder, count)
    for (const { uid, receivedAt } of await session.identities(uids.join(','))) newest.push({ folder, uid, receivedAt })
  }
  newest.sort((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime())
  const byFolder = Map.groupBy(newest.slice(0, count), ({ folder }) => folder)
  const messages: Message[] = []
  for (const [folder, found] of byFolder) {
    if ((await session.open(folder.row.path)) === 'not-there') continue
    const uids = found.map(({ uid }) => uid)
    messages.push(...(await readAll(access, session, folder, { uids, text: 'excerpt', atOnce: excerptsAtOnce })))
  }
  return messages.filter(({ isDraft }) => !isDraft).toSorted((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime())
}

export async function sentMessages(
  access: ImapAccess,
  session: ImapSession,
  { since, newest }: { since: Date | null; newest: number },
): Promise<SentMessage[]> {
  const id = await folderWithUse(access, session, 'sent')
  const folder = id === null ? 'not-there' : await openFolder(access, session, id)
  if (folder === 'not-there') return []
  const uids = since
    ? (await session.search({ since: addMs(since, -dayMs) })).slice(-newest)
    : await newestUids(session, folder, newest)
  const sent: SentMessage[] = []
  for (let at = 0; at < uids.length; at += changesAtOnce)
    for (const { bcc, content } of await session.messages(uids.slice(at, at + changesAtOnce), 'none')) {
      const { to, cc, headers, receivedAt: sentAt, conversationId, subject, isMeeting } = content
      const effectId = headers['x-mailroom-id'] ?? null
      sent.push({ to: [...to, ...cc, ...bcc], effectId, id: null, conversationId, subject, sentAt, isMeeting })
    }
  return sent.filter(({ sentAt }) => since === null || sentAt >= since).toReversed()
}

const isWithin = (receivedAt: Date, { since, until }: TimeRange): boolean =>
  (since === null || receivedAt >= since) && (until === null || receivedAt < addMs(until, 1000))

/** The server compares days, in a time zone of its own. */
const dayRange = ({ since, until }: TimeRange) => ({
  ...(since && { since: addMs(since, -dayMs) }),
  ...(until && { before: addMs(until, 2 * dayMs) }),
})

/** Only near the first day a date says more than the search. */
export async function countInbox(access: ImapAccess, session: ImapSession, since: Date | null): Promise<number> {
  const { open } = await openInbox(access, session)
  if (since === null) return open.exists
  const uids = await session.search({ deleted: false, ...dayRange({ since, until: null }) })
  const later = new Set(await session.search({ deleted: false, since: addMs(since, 2 * dayMs) }))
  const near = uids.filter((uid) => !later.has(uid))
  let count = uids.length - near.length
  for (let at = 0; at < near.length; at += changesAtOnce) {
    const identities = await session.identities(uidSet(near.slice(at, at + changesAtOnce)))
    count += identities.filter(({ receivedAt }) => receivedAt >= since).length
  }
  return count
}

/** Where the next page of the inbox begins: below a UID, in a time range. */
interface PagePosition extends TimeRange {
  below: number | null
}

const writePosition = ({ below, since, until }: PagePosition): string =>
  [below ?? '', since?.getTime() ?? '', until?.getTime() ?? ''].join(' ')

function readPosition(from: string | TimeRange): PagePosition {
  if (typeof from !== 'string') return { ...from, below: null }
  const [below, since, until] = from.split(' ').map((text) => (text === '' ? null : Number(text)))
  const at = (ms: number | null | undefined): Date | null => (ms === null || ms === undefined ? null : new Date(ms))
  return { below: below ?? null, since: at(since), until: at(until) }
}

/** One page of the inbox, newest first: the UIDs that are within the time range. */
async function inboxUids(
  session: ImapSession,
  from: string | TimeRange,
): Promise<{ uids: number[]; next: string | null }> {
  const position = readPosition(from)
  if (position.below !== null && position.below <= 1) return { uids: [], next: null }
  const below = position.below === null ? {} : { uid: `1:${position.below - 1}` }
  const all = await session.search({ all: true, ...below, ...dayRange(position) })
  const page = all.slice(-inboxPageSize)
  const isLast = page.length === all.length
  const uids = (await session.identities(page.join(',')))
    .filter(({ receivedAt }) => isWithin(receivedAt, position))
    .map(({ uid }) => uid)
  return { uids, next: isLast ? null : writePosition({ ...position, below: page[0] ?? 1 }) }
}

export async function inboxPage(
  access: ImapAccess,
  session: ImapSession,
  from: string | TimeRange,
): Promise<InboxPage<MarkedMessage>> {
  const folder = await openInbox(access, session)
  const { uids, next } = await inboxUids(session, from)
  const messages = await recognise(access, session, folder, uids)
  const flags = await session.flags(messages.map(({ uid }) => uid))
  const marked = messages.toReversed().flatMap(({ id, receivedAt, uid }) => {
    const set = flags.get(uid)
    return set ? [{ id, receivedAt, isRead: set.has('\\Seen'), categories: keywordsAmong(set) }] : []
  })
  return { messages: marked, next }
}

export async function inboxMessages(
  access: ImapAccess,
  session: ImapSession,
  from: string | TimeRange,
): Promise<InboxPage<Message>> {
  const folder = await openInbox(access, session)
  const { uids, next } = await inboxUids(session, from)
  return { messages: await readAll(access, session, folder, { uids, text: 'excerpt', atOnce: excerptsAtOnce }), next }
}

export async function inboxMarks(
  access: ImapAccess,
  session: ImapSession,
  messages: readonly { id: string }[],
): Promise<Map<string, Marks>> {
  const folder = await openInbox(access, session)
  const wanted = messages.map(({ id }) => id)
  const ids = await access.ctx.db.asService((tx) => findUids(tx, folder, wanted))
  // The server may report flags that another client has changed only after a command.
  await session.refresh()
  const found = new Map<string, Marks>()
  for (const [uid, flags] of await session.flags([...ids.keys()])) {
    const id = ids.get(uid)
    if (id === undefined || flags.has('\\Deleted')) continue
    found.set(id, { isRead: flags.has('\\Seen'), categories: keywordsAmong(flags) })
  }
  return found
}

export async function inboxExcerpts(
  access: ImapAccess,
  session: ImapSession,
  newest: number,
): Promise<MessageExcerpt[]> {
  const folder = await openInbox(access, session)
  const uids = await newestUids(session, folder, newest)
  const messages = await readAll(access, session, folder, { uids, text: 'excerpt', atOnce: excerptsAtOnce })
  return messages.map(({ id, from, subject, text, receivedAt }) => {
    return { id, from, subject: subject ?? '', text, receivedAt }
  })
}

/** Where the next round of changes of a folder begins: at a UID of one UIDVALIDITY, and when the last round began. */
const changePosition = ({ folderId, uidValidity }: OpenedFolder, uid: number, readAt: Date): string =>
  `${folderId} ${uidValidity} ${uid} ${readAt.toISOString()}`

export async function folderChanges(
  access: ImapAccess,
  session: ImapSession,
  from: string | { since: Date; folderId?: string },
): Promise<Changes> {
  if (typeof from !== 'string') return firstChanges(access, session, from)
  const now = access.ctx.clock.now()
  const [folderId = '', uidValidity, uid, time] = from.split(' ')
  const folder = await openFolder(access, session, folderId, { again: true })
  if (folder === 'not-there') return folder
  if (folder.uidValidity !== Number(uidValidity)) return 'start-again'
  const page = await messagesFrom(access, session, folder, { uid: Number(uid), most: changesAtOnce })
  // Written without a time by version 38 of the database.
  const readAt = time === undefined ? now : new Date(time)
  const isInbox = folder.row.use === 'inbox'
  // After an outage of weeks, what arrived meanwhile is as old, and new.
  const oldest = addMs(readAt, -newEmailMaxAgeMs)
  return {
    messages: page.messages
      .filter(({ isMoved, receivedAt }) => !isInbox || isMoved || receivedAt >= oldest)
      .map((message) => ({ id: message.id, receivedAt: knownTime(message, isInbox) })),
    next: page.next === null ? null : changePosition(folder, page.next, readAt),
    resume: page.next === null ? changePosition(folder, page.uidNext, now) : null,
  }
}

/** A message that was seen in no other folder was delivered to this one, or copied to it: nothing was moved. */
const knownTime = ({ isMoved, receivedAt }: SeenMessage, isInbox: boolean): Date | null =>
  isMoved || isInbox ? receivedAt : null

/** From now on, email is new. */
export async function takeBaseline(access: ImapAccess, session: ImapSession): Promise<void> {
  const id = (await openInbox(access, session)).folderId
  const folder = await openFolder(access, session, id, { again: true })
  if (folder !== 'not-there') await access.ctx.db.asService((tx) => saveBaseline(tx, id, folder.open.uidNext))
}

async function firstChanges(
  access: ImapAccess,
  session: ImapSession,
  { since, folderId: given }: { since: Date; folderId?: string },
): Promise<Changes> {
  const folderId = given ?? (await openInbox(access, session)).folderId
  const folder = await openFolder(access, session, folderId, { again: true })
  if (folder === 'not-there') return folder
  const dated = await session.search(dayRange({ since, until: null }))
  // Clocks differ: the server's own order counts where it is known.
  const baseline = given === undefined ? folder.row.baselineUid : null
  const isAfterBaseline = (uid: number): boolean => baseline !== null && uid >= baseline
  const arrived = baseline === null ? [] : (await session.search({ uid: `${baseline}:*` })).filter(isAfterBaseline)
  const uids = [...new Set([...dated, ...arrived])].toSorted((a, b) => a - b)
  const messages = await recognise(access, session, folder, uids)
  // Read before them: what arrives meanwhile is found twice rather than not at all.
  const uidNext = Math.max(folder.open.uidNext, (uids.at(-1) ?? 0) + 1)
  return {
    messages: messages
      .filter(({ isOld, uid, receivedAt }) => !isOld && (receivedAt >= since || isAfterBaseline(uid)))
      .map(({ id, receivedAt }) => ({ id, receivedAt })),
    next: null,
    resume: changePosition(folder, uidNext, access.ctx.clock.now()),
  }
}
