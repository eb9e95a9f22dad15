import { maxMovesLearnedAtOnce } from '../../../contract/limits.ts'
import { addMs } from '../../clock.ts'
import type { RemoteContext } from '../../context.ts'
import { findMailbox, type MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import type { Changes, Message, ReceivedMessage } from '../../vendors/mailbox/message.ts'
import { recordConversation } from '../completion/record-conversation.ts'
import { manualMoveLookbackMs } from '../limits.ts'
import { detectRemovedTags } from './detect-removed-tags.ts'
import { classifyMove, hasKnownOrigin, type RecordedOrigin } from './own-or-manual-move.ts'
import {
  type KnownLocation,
  knownLocations,
  recordFoldersChecked,
  saveFolderPosition,
  watchedFolders,
  type WatchedFolder,
} from './manual-move-queries.ts'
import { recordManualMove } from './record-manual-move.ts'
import { recordMassMove } from './record-mass-move.ts'

/** Of a folder. The others, which rules have filed, miss the folder's actions, and answer nothing. */
const manualMovesMaxPerCheck = 200
/** Messages of one query. */
const messagesPerQuery = 5000

/**
 * Detects messages that the user (a drag in Outlook) or a rule of the mailbox has moved into a folder since the last
 * check, by the changes of each folder: change notifications cover the inbox only. A message that is in no folder
 * any more teaches nothing.
 *
 * All folders are read before anything is recorded: of more moves by hand than `maxMovesLearnedAtOnce` nothing is
 * learned, and the user is asked. A check that fails is repeated, and finds what was recorded where it is known to be.
 * @throws MailboxAccessError or VendorError
 */
export async function detectManualMoves(ctx: RemoteContext, mailboxId: string): Promise<void> {
  const { mailbox, folders } = await ctx.db.asService(async (tx) => ({
    mailbox: await findMailbox(tx, mailboxId),
    folders: await watchedFolders(tx, mailboxId),
  }))
  if (!mailbox) return
  await detectRemovedTags(ctx, mailboxId)
  const startedAt = ctx.clock.now()
  const withMoves: CheckedFolder[] = []
  for (const folder of folders) {
    const checked = await checkFolder(ctx, mailbox, folder)
    // The folder was deleted in the mailbox; the next sync removes it.
    if (checked === 'not-there') continue
    if (checked.moves.length > 0) withMoves.push(checked)
    else await savePosition(ctx, checked)
  }
  const byHand = withMoves.flatMap(({ moves }) => moves).filter(({ origin }) => origin.how === 'by-hand')
  // The user may have moved a message on while the folders were read: the last one has it.
  const last = [...new Map(byHand.map((move) => [move.messageId, move])).values()]
  const isMass = last.length > maxMovesLearnedAtOnce
  if (isMass) await recordMassMove(ctx, mailbox, last)
  for (const checked of withMoves) {
    const { folder, moves } = checked
    const single = isMass ? moves.filter(({ origin }) => origin.how !== 'by-hand') : moves
    for (const move of single.slice(0, manualMovesMaxPerCheck)) {
      const message = await messageIn(ctx, mailbox.id, move.messageId, folder.providerFolderId)
      if (!message) continue
      const isByRule = move.origin.how === 'origin-unknown'
      if (isByRule && mailbox.follow_up_days !== null) await recordConversation(ctx, mailbox, message)
      if (!isByRule || mailbox.act_on_filed) await recordManualMove(ctx, mailbox, { ...move, message })
    }
    await savePosition(ctx, checked)
  }
  await ctx.db.asService((tx) => recordFoldersChecked(tx, mailboxId, startedAt))
}

interface FoundMove {
  messageId: string
  receivedAt: Date | null
  location: KnownLocation
  origin: RecordedOrigin
  folderId: string
}

interface CheckedFolder {
  folder: WatchedFolder
  moves: FoundMove[]
  /** Where the next check begins. Null where it has to read the same changes: a message is still being processed. */
  position: string | null
  checkedAt: Date
}

async function savePosition(
  ctx: Pick<RemoteContext, 'db'>,
  { folder: { folderId, providerFolderId }, position, checkedAt }: CheckedFolder,
): Promise<void> {
  if (position === null) return
  await ctx.db.asService((tx) => saveFolderPosition(tx, { folderId, providerFolderId, position, checkedAt }))
}

async function checkFolder(
  ctx: RemoteContext,
  mailbox: MailboxRow,
  folder: WatchedFolder,
): Promise<CheckedFolder | 'not-there'> {
  const checkedAt = ctx.clock.now()
  const changes = await changesIn(ctx, mailbox.id, folder)
  if (changes === 'not-there') return changes
  const moves: FoundMove[] = []
  let isComplete = true
  // The changes also contain messages that were only read or categorized.
  for (let at = 0; at < changes.found.length; at += messagesPerQuery) {
    const found = changes.found.slice(at, at + messagesPerQuery)
    const ids = found.map(({ id }) => id)
    const locations = await ctx.db.asService((tx) => knownLocations(tx, mailbox.id, ids))
    for (const { id: messageId, receivedAt } of found) {
      const location = locations.get(messageId)
      if (!location || (changes.isFull && !hasKnownOrigin(location))) continue
      const origin = classifyMove(location, { folderId: folder.folderId, receivedAt, checkedAt: folder.checkedAt })
      if (origin.how === 'in-progress') isComplete = false
      if (origin.how === 'in-progress' || origin.how === 'known') continue
      // A message that a rule has filed matters only for the folder's actions, and may be an answer.
      if (origin.how === 'origin-unknown' && !mailbox.act_on_filed && mailbox.follow_up_days === null) continue
      moves.push({ messageId, receivedAt, location, origin, folderId: folder.folderId })
    }
  }
  return { folder, moves, position: isComplete ? changes.resume : null, checkedAt }
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
