import type { ImapSession } from '../../vendors/imap/imap-session.ts'
import type { ImapAccess } from './imap-access.ts'
import { countMessagesByFolder, messagesAt, saveUnplacedVanished, saveVanished } from './message-queries.ts'
import { openFolder } from './open-folder.ts'
import type { ListedFolders } from './read-folders.ts'

/**
 * Records which messages are gone from where they were seen, in the folders whose number of messages has changed. They
 * keep their place: only where a message is found elsewhere, it was moved.
 */
export async function recordVanished(
  access: ImapAccess,
  session: ImapSession,
  { states, resized }: Pick<ListedFolders, 'states' | 'resized'>,
): Promise<void> {
  const { ctx, mailboxId } = access
  const known = await ctx.db.asService(async (tx) => {
    await saveUnplacedVanished(tx, mailboxId, ctx.clock.now())
    return countMessagesByFolder(tx, mailboxId)
  })
  for (const [folderId, count] of known) {
    const state = states.get(folderId)
    if (!state || (!resized.has(folderId) && count <= state.messages)) continue
    const folder = await openFolder(access, session, folderId)
    if (folder === 'not-there') continue
    const present = new Set(await session.search({ all: true }))
    const rows = await ctx.db.asService((tx) => messagesAt(tx, folder))
    const at = { now: ctx.clock.now(), gone: rows.filter(({ uid }) => !present.has(uid)).map(({ id }) => id) }
    await ctx.db.asService((tx) => saveVanished(tx, folder, at))
  }
}
