import { addMs } from '../../clock.ts'
import type { RemoteContext } from '../../context.ts'
import { findMailbox, type MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import type { Changes, Message, ReceivedMessage } from '../../vendors/mailbox/message.ts'
import { classifyMove, hasKnownOrigin } from './own-or-manual-move.ts'
import {
  knownLocations,
  recordFoldersChecked,
  saveFolderPosition,
  watchedFolders,
  type WatchedFolder,
} from './manual-move-queries.ts'
import { recordManualMove } from './record-manual-move.ts'

const manualMoveLookbackMs = 30 * 24 * 60 * 60_000
const manualMovesMaxPerCheck = 200
const folderChangesMaxPerCheck = 5000

/**
 * Detects messages that the user (a drag in Outlook) or an Outlook rule has moved into a folder since the last
 * check, by the changes of each folder: change notifications cover the inbox only.
 * @throws MailboxAccessError or VendorError
 */
export async function detectManualMoves(ctx: RemoteContext, mailboxId: string): Promise<void> {
  const { mailbox, folders } = await ctx.db.asService(async (tx) => ({
    mailbox: await findMailbox(tx, mailboxId),
    folders: await watchedFolders(tx, mailboxId),
  }))
  if (!mailbox) return
  const startedAt = ctx.clock.now()
  for (const folder of folders) await checkFolder(ctx, mailbox, folder)
  await ctx.db.asService((tx) => recordFoldersChecked(tx, mailboxId, startedAt))
}

async function checkFolder(ctx: RemoteContext, mailbox: MailboxRow, folder: WatchedFolder): Promise<void> {
  const checkedAt = ctx.clock.now()
  const changes = await changesIn(ctx, mailbox.id, folder)
  // The folder was deleted in Outlook; the next sync removes it.
  if (changes === 'not-there') return
  const isComplete = await recordMoves(ctx, mailbox, folder, changes)
  const { resume: position } = changes
  if (position === null || !isComplete) return
  const { folderId, providerFolderId } = folder
  await ctx.db.asService((tx) => saveFolderPosition(tx, { folderId, providerFolderId, position, checkedAt }))
}

interface FolderChanges {
  resume: string | null
  found: ReceivedMessage[]
  /** The folder's whole content, not only changes: at the first check, and where the position has expired. */
  isFull: boolean
}

/** All pages of a round. */
async function changesIn(
  ctx: RemoteContext,
  mailboxId: string,
  { providerFolderId, position }: Pick<WatchedFolder, 'providerFolderId' | 'position'>,
): Promise<FolderChanges | 'not-there'> {
  const since = addMs(ctx.clock.now(), -manualMoveLookbackMs)
  const begin = { since, folderId: providerFolderId }
  const found: ReceivedMessage[] = []
  for (let from: string | typeof begin = position ?? begin; ; ) {
    const start = from
    const page: Changes = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.changes(start))
    if (page === 'not-there') return page
    // Where the position expires during a full round, the next check starts again.
    if (page === 'start-again' && position === null) return { resume: null, found: [], isFull: true }
    if (page === 'start-again') return changesIn(ctx, mailboxId, { providerFolderId, position: null })
    found.push(...page.messages)
    if (page.next === null) return { resume: page.resume, found, isFull: position === null }
    from = page.next
  }
}

/**
 * Records at most `manualMovesMaxPerCheck` moves: a user who moves more at once is tidying up, and the next sync
 * learns from that as from all filed mail.
 * @returns false where a message is still being processed: the next check reads the same changes again
 */
async function recordMoves(
  ctx: RemoteContext,
  mailbox: MailboxRow,
  { folderId, providerFolderId, checkedAt }: WatchedFolder,
  { found, isFull }: FolderChanges,
): Promise<boolean> {
  // The changes also contain messages that were only read or categorized.
  const changed = found.slice(0, folderChangesMaxPerCheck)
  const ids = changed.map(({ id }) => id)
  const locations = await ctx.db.asService((tx) => knownLocations(tx, mailbox.id, ids))
  let isComplete = true
  let recorded = 0
  for (const { id, receivedAt } of changed) {
    const location = locations.get(id)
    if (!location || (isFull && !hasKnownOrigin(location))) continue
    const origin = classifyMove(location, { folderId, receivedAt, checkedAt })
    if (origin.how === 'known') continue
    if (origin.how === 'in-progress') {
      isComplete = false
      continue
    }
    // A message that a rule has filed matters only for the folder's actions.
    if (origin.how === 'origin-unknown' && !mailbox.act_on_filed) continue
    if ((recorded += 1) > manualMovesMaxPerCheck) break
    const message = await messageIn(ctx, mailbox.id, id, providerFolderId)
    if (message) await recordManualMove(ctx, mailbox, { message, location, origin, folderId })
  }
  return isComplete
}

/** Null where the message has left the folder: the check of its new folder finds it. */
async function messageIn(
  ctx: RemoteContext,
  mailboxId: string,
  messageId: string,
  providerFolderId: string,
): Promise<Message | null> {
  const message = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.find(messageId))
  return message?.parentFolderId === providerFolderId ? message : null
}
