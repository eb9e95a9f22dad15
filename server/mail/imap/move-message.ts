import { commitWithoutWaiting } from '../../db/asynchronous-commit.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import type { ImapSession } from '../../vendors/imap/imap-session.ts'
import { settleMove, whereItWas } from './find-message.ts'
import type { ImapAccess } from './imap-access.ts'
import {
  endMove,
  findImapMessage,
  findMove,
  placeMessages,
  startMove,
  type FolderKey,
  type KnownMove,
} from './message-queries.ts'

interface Way {
  from: string
  to: string
}

/**
 * Moves a message from the folder where it was seen. What is going to be done is stored before: after a cut, the next
 * look finds the message in one of both folders. The connection is free while the database reads and stores.
 */
export async function moveMessage(
  access: ImapAccess,
  id: string,
  way: Way,
): Promise<'moved' | 'unsupported' | 'not-there'> {
  const known = await readMove(access, id, way)
  const result = await access.run((session) => moveNow(access, session, id, { ...way, known }), { mayBeStale: true })
  if (typeof result === 'string') return result
  // A look that comes first finds the message in the target, as after a cut.
  await access.ctx.db.asService((tx, sendLast) =>
    sendLast(() => [commitWithoutWaiting(tx), placeMessages(tx, result.at, [{ id, uid: result.uid }])]),
  )
  return 'moved'
}

const readMove = async ({ ctx, mailboxId }: ImapAccess, id: string, way: Way): Promise<KnownMove | null> => {
  const [known] = await ctx.db.asService((tx, sendLast) => sendLast(() => [findMove(tx, mailboxId, id, way)]))
  return known
}

/** @returns where the message is now, where only that has to be stored */
async function moveNow(
  access: ImapAccess,
  session: ImapSession,
  id: string,
  { known, ...way }: Way & { known: KnownMove | null },
): Promise<'moved' | 'unsupported' | 'not-there' | { at: FolderKey; uid: number }> {
  if (!session.canMove()) return 'unsupported'
  let move = known
  if (!move || !(await beginMove(access, session, id, move))) {
    await lookAgain(access, session, id)
    move = await readMove(access, id, way)
    if (!move || !(await beginMove(access, session, id, move))) return 'not-there'
  }
  const end = () => access.ctx.db.asService((tx) => endMove(tx, id))
  try {
    const place = await session.move(move.uid, move.targetPath)
    if (place === null) return await settledMove(access, session, id, way)
    if (place !== 'not-there' && place.uidValidity === move.targetUidValidity)
      return { at: { folderId: way.to, uidValidity: place.uidValidity }, uid: place.uid }
    await end()
    return place === 'not-there' ? place : 'moved'
  } catch (error) {
    // Refused: nothing has changed.
    if (error instanceof VendorError && !error.transient) await end()
    throw error
  }
}

/** Opens the folder and stores the intent. @returns false where the message is not where it was any more */
async function beginMove({ ctx }: ImapAccess, session: ImapSession, id: string, move: KnownMove): Promise<boolean> {
  const open = await session.open(move.path, { write: true })
  if (open === 'not-there' || open.uidValidity !== move.uidValidity) return false
  const [isStarted] = await ctx.db.asService((tx, sendLast) => sendLast(() => [startMove(tx, id, move)]))
  return isStarted
}

/** After a move whose outcome is not known, and where the folder has other UIDs. */
async function lookAgain(access: ImapAccess, session: ImapSession, id: string): Promise<void> {
  await session.refresh()
  const row = await access.ctx.db.asService((tx) => findImapMessage(tx, access.mailboxId, id))
  if (row?.movingTo) await settleMove(access, session, row)
  else if (row) await whereItWas(access, session, row)
}

/** The message has left its folder, and the server does not say where to: another client may have been faster. */
async function settledMove(
  access: ImapAccess,
  session: ImapSession,
  id: string,
  { to }: Way,
): Promise<'moved' | 'not-there'> {
  const read = () => access.ctx.db.asService((tx) => findImapMessage(tx, access.mailboxId, id))
  const row = await read()
  if (row) await settleMove(access, session, row)
  return (await read())?.folderId === to ? 'moved' : 'not-there'
}
