import type { ImapSession } from '../../vendors/imap/imap-session.ts'
import { findImapFolder } from './folder-queries.ts'
import type { ImapAccess } from './imap-access.ts'
import { endMove, findImapMessage, messagesAt, placeMessages, saveMissing, type MessageRow } from './message-queries.ts'
import { lookEverywhere, openFolder, type OpenedFolder } from './open-folder.ts'

interface FoundMessage {
  row: MessageRow
  folder: OpenedFolder
}

/**
 * Opens the folder in which a message is now. One that is missing where it was seen last is looked for among the new
 * messages of all folders. @returns null where it was deleted
 */
export async function locate(
  access: ImapAccess,
  session: ImapSession,
  id: string,
  options?: { write?: boolean },
): Promise<FoundMessage | null> {
  const row = await rowOf(access, session, id)
  if (!row) return null
  const there = await whereItWas(access, session, row, options)
  if (there) return there
  await access.ctx.db.asService((tx) => saveMissing(tx, [id], access.ctx.clock.now()))
  await lookEverywhere(access, session)
  const now = await readRow(access, id)
  return now && whereItWas(access, session, now, options)
}

const readRow = ({ ctx, mailboxId }: ImapAccess, id: string): Promise<MessageRow | null> =>
  ctx.db.asService((tx) => findImapMessage(tx, mailboxId, id))

/** The row of a message, after a move of it whose outcome was not known. */
async function rowOf(access: ImapAccess, session: ImapSession, id: string): Promise<MessageRow | null> {
  const row = await readRow(access, id)
  if (!row || row.movingTo === null) return row
  await settleMove(access, session, row)
  return readRow(access, id)
}

/** Opens the folder in which it was seen last, if it is still there. */
export async function whereItWas(
  access: ImapAccess,
  session: ImapSession,
  row: MessageRow,
  options?: { write?: boolean },
): Promise<FoundMessage | null> {
  if (row.folderId === null) return null
  const folder = await openFolder(access, session, row.folderId, options)
  if (folder === 'not-there') return null
  // It may have another UID since the folder was opened.
  const current = row.uidValidity === folder.uidValidity ? row : await readRow(access, row.id)
  if (!current || current.folderId !== row.folderId) return null
  const isThere = (await session.search({ uid: String(current.uid) })).includes(current.uid)
  return isThere ? { row: current, folder } : null
}

/**
 * Finds out what has become of a move that was sent: the message is in its folder, or in the target. A copy whose
 * original was not deleted any more, where the server cannot move in one step, is completed.
 */
export async function settleMove(access: ImapAccess, session: ImapSession, row: MessageRow): Promise<void> {
  const { ctx, mailboxId } = access
  const end = () => ctx.db.asService((tx) => endMove(tx, row.id))
  const source = await whereItWas(access, session, row, { write: true })
  if (source && session.movesInOneStep()) return end()
  const target = row.movingTo && (await ctx.db.asService((tx) => findImapFolder(tx, mailboxId, row.movingTo ?? '')))
  const folder = target && (await openFolder(access, session, target.id))
  if (!folder || folder === 'not-there') return end()
  const arrived = await session.identities(`${row.movingUidNext ?? 1}:*`)
  const taken = new Set((await ctx.db.asService((tx) => messagesAt(tx, folder))).map(({ uid }) => uid))
  const isIt = ({ emailId, hint }: (typeof arrived)[number]): boolean =>
    emailId !== null && row.emailId !== null ? emailId === row.emailId : hint === row.hint
  const candidates = arrived.filter((one) => !taken.has(one.uid) && isIt(one))
  const [there] = candidates
  if (!there || (source && candidates.length > 1)) return end()
  if (source) {
    await whereItWas(access, session, row, { write: true })
    await session.delete(source.row.uid)
  }
  await ctx.db.asService((tx) => placeMessages(tx, folder, [{ id: row.id, uid: there.uid }]))
}
