import type { ImapIdentity } from '../../vendors/imap/imap-identities.ts'
import { uidSet } from '../../vendors/imap/imap-search.ts'
import type { ImapSession } from '../../vendors/imap/imap-session.ts'
import { findImapFolder } from './folder-queries.ts'
import type { ImapAccess } from './imap-access.ts'
import {
  insertImapMessages,
  messagesAt,
  placeMessages,
  similarMessages,
  type FolderKey,
  type MessageRow,
} from './message-queries.ts'

export interface RecognisedMessage {
  id: string
  /** It was seen in another folder before; else it was delivered or copied to this one. */
  isMoved: boolean
  /** As in `MessageRow`. */
  isOld: boolean
}

/**
 * The ids of messages that were read in a folder. A message has the id that it has had in another folder where the
 * server has one id for both, or where what a move keeps is the same for one message only; in either case it must be
 * gone from there: else it is a copy.
 * @returns by UID
 */
export async function recogniseMessages(
  access: ImapAccess,
  session: ImapSession,
  at: FolderKey,
  identities: readonly ImapIdentity[],
): Promise<Map<number, RecognisedMessage>> {
  const { ctx, mailboxId, userId } = access
  if (identities.length === 0) return new Map()
  const known = await ctx.db.asService((tx) =>
    messagesAt(
      tx,
      at,
      identities.map(({ uid }) => uid),
    ),
  )
  const found = new Map(known.map(({ id, uid, isMoved, isOld }) => [uid, { id, isMoved, isOld }]))
  const unknown = identities.filter(({ uid }) => !found.has(uid))
  if (unknown.length === 0) return found
  const similar = await ctx.db.asService((tx) => similarMessages(tx, mailboxId, unknown))
  const elsewhere = similar.filter(
    (row) =>
      row.folderId !== at.folderId ||
      row.uidValidity !== at.uidValidity ||
      !identities.some(({ uid }) => uid === row.uid),
  )
  const free = await withoutPlace(access, session, elsewhere)
  const matched = matchMessages(unknown, free, at.folderId)
  await ctx.db.asService(async (tx) => {
    await placeMessages(tx, at, matched)
    const added = unknown.filter(({ uid }) => !matched.some((one) => one.uid === uid))
    for (const [uid, id] of await insertImapMessages(tx, { mailboxId, userId }, at, added))
      found.set(uid, { id, isMoved: false, isOld: false })
  })
  for (const { id, uid } of matched) found.set(uid, { id, isMoved: true, isOld: false })
  return found
}

/** Those that are not where they were seen last. */
async function withoutPlace(
  { ctx, mailboxId }: ImapAccess,
  session: ImapSession,
  rows: readonly MessageRow[],
): Promise<MessageRow[]> {
  const free = rows.filter(({ folderId }) => folderId === null)
  const placed = Map.groupBy(
    rows.filter(({ folderId }) => folderId !== null),
    ({ folderId }) => folderId ?? '',
  )
  for (const [folderId, there] of placed) {
    const folder = await ctx.db.asService((tx) => findImapFolder(tx, mailboxId, folderId))
    const open = folder && (await session.open(folder.path))
    if (!open || open === 'not-there') free.push(...there)
    else {
      const current = there.filter(({ uidValidity }) => uidValidity === open.uidValidity)
      if (current.length === 0) continue
      const present = new Set(await session.search({ uid: uidSet(current.map(({ uid }) => uid)) }))
      free.push(...current.filter(({ uid }) => !present.has(uid)))
    }
  }
  return free
}

/** Pure. @param free messages that may be among `unknown`, and are nowhere else */
export function matchMessages(
  unknown: readonly ImapIdentity[],
  free: readonly MessageRow[],
  folderId: string,
): { id: string; uid: number; emailId: string | null }[] {
  const used = new Set<string>()
  const matched: { id: string; uid: number; emailId: string | null }[] = []
  for (const { uid, emailId, hint } of unknown) {
    const candidates = free.filter((row) => !used.has(row.id))
    const sameId = emailId === null ? [] : candidates.filter((row) => row.emailId === emailId)
    // Two different ids of the server are two messages, however similar.
    const sameHint = candidates.filter((row) => row.hint === hint && (row.emailId === null || emailId === null))
    const isOnlyOne = sameHint.length === 1 && unknown.filter((other) => other.hint === hint).length === 1
    const expected = sameHint.find((row) => row.movingTo === folderId && uid >= (row.movingUidNext ?? 0))
    const row =
      sameId.find(({ movingTo }) => movingTo === folderId) ??
      sameId[0] ??
      expected ??
      (isOnlyOne ? sameHint[0] : undefined)
    if (!row) continue
    used.add(row.id)
    matched.push({ id: row.id, uid, emailId })
  }
  return matched
}
