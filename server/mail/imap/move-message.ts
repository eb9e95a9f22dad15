import { VendorError } from '../../vendors/http/vendor-error.ts'
import type { ImapSession } from '../../vendors/imap/imap-session.ts'
import { keywordOf } from './categories.ts'
import { settleMove, whereItWas } from './find-message.ts'
import { findImapFolder } from './folder-queries.ts'
import type { ImapAccess } from './imap-access.ts'
import { findImapMessage, placeMessages, saveMoveIntent } from './message-queries.ts'

/**
 * Moves a message from the folder where it was seen. What is going to be done is stored before: after a cut, the next
 * look finds the message in one of both folders.
 */
export async function moveMessage(
  access: ImapAccess,
  session: ImapSession,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<'moved' | 'tagged' | 'not-there'> {
  const { ctx, mailboxId } = access
  const read = () => ctx.db.asService((tx) => findImapMessage(tx, mailboxId, id))
  const before = await read()
  if (before?.movingTo) await settleMove(access, session, before)
  const row = before?.movingTo ? await read() : before
  const target = await ctx.db.asService((tx) => findImapFolder(tx, mailboxId, to))
  if (!row || row.folderId !== from || !target || target.uidValidity === null) return 'not-there'
  const found = await whereItWas(access, session, row, { write: true })
  if (!found) return 'not-there'
  const { uid } = found.row
  if (!session.canMove()) return tag(session, found.folder.open.takesKeywords, uid, target.path)
  await ctx.db.asService((tx) => saveMoveIntent(tx, id, target))
  try {
    const place = await session.move(uid, target.path)
    if (place === null) {
      await settleMove(access, session, { ...found.row, movingTo: to, movingUidNext: target.uidNext })
      return (await read())?.folderId === to ? 'moved' : 'not-there'
    }
    const isPlaced = place !== 'not-there' && place.uidValidity === target.uidValidity
    await ctx.db.asService((tx) =>
      isPlaced
        ? placeMessages(tx, { folderId: to, uidValidity: place.uidValidity }, [{ id, uid: place.uid }])
        : saveMoveIntent(tx, id, null),
    )
    return place === 'not-there' ? place : 'moved'
  } catch (error) {
    // Refused: nothing has changed.
    const isRefused = error instanceof VendorError && !error.transient
    if (isRefused) await ctx.db.asService((tx) => saveMoveIntent(tx, id, null))
    throw error
  }
}

/** Where a move would be none, the message is marked with the name of the folder to which it belongs. */
async function tag(session: ImapSession, isPossible: boolean, uid: number, path: string): Promise<'tagged'> {
  if (isPossible) await session.setFlags(uid, { add: [keywordOf(path)] })
  return 'tagged'
}
