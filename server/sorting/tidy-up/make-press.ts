import type { RemoteContext } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { responsesTo, type Tx } from '../../db/database.ts'
import { fail } from '../../errors.ts'
import { MailboxAccessError } from '../../mail/access/mailbox-access-error.ts'
import { mapMailboxFailure } from '../../mail/access/mailbox-failure.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { chosenInTidyUp, keptWithOthers } from '../decision/explanation-texts.ts'
import { keepLogsInInbox } from '../learning/corrected-log-queries.ts'
import { lockMailbox, updatePressCorrections } from '../learning/taught-in-press-queries.ts'
import { trainOnCorrections } from '../learning/train-on-correction.ts'
import { isInDeletedItems, refuseDeletedFolder } from '../moves/deleted-folders.ts'
import { folderById } from '../folders/folder-queries.ts'
import { correctionKeyOf } from '../messages/mail-to-sort.ts'
import { ensureLogsInInbox } from '../log/processing-log-queries.ts'
import { truncatedLogEntry } from '../log/truncate-log-entry.ts'
import { insertPress, messagesToMove, taggedMessages } from './press-queries.ts'
import { readPicked } from './read-picked.ts'
import { publishTidyUp } from './tidy-up.ts'

interface Press {
  /** Null: the inbox. */
  folderId: string | null
  messageIds: readonly string[]
  isPart: boolean
  move: boolean
}

/**
 * Learns where the emails belong, at once and for all emails of the press in one transaction, and has them moved in the
 * background. Emails that are no longer in the inbox are left out. Refused while another press moves one of the emails,
 * or its undo moves it back: that email would be left out, too.
 * @throws AppError
 */
export function makePress(ctx: RemoteContext, mailbox: MailboxRow, press: Press): Promise<void> {
  return mapMailboxFailure(async () => {
    if (press.folderId !== null) await checkFolder(ctx, mailbox, press.folderId, press.move)
    const messageIds = [...new Set(press.messageIds)]
    const [toMove, tagged] = await ctx.db.asService((tx) =>
      responsesTo([messagesToMove(tx, mailbox.id, messageIds), taggedMessages(tx, mailbox.id, messageIds)]),
    )
    if (toMove.size > 0) fail('mails_in_progress')
    const untagged = messageIds.filter((id) => !tagged.has(id))
    const messages = await readPicked(ctx, mailbox.id, untagged)
    if (messages.length === 0) fail('mail_gone')
    await ctx.db.asService((tx) => storePress(ctx, tx, mailbox, { ...press, messages }))
  })
}

export async function checkFolder(
  ctx: RemoteContext,
  mailbox: MailboxRow,
  folderId: string,
  move: boolean,
): Promise<void> {
  const { id: mailboxId, user_id: userId } = mailbox
  const folder = (await ctx.db.asService((tx) => folderById(tx, mailboxId, folderId))) ?? fail('folder_not_found')
  if (!move) return
  if (folder.provider_folder_id === null) fail('folder_not_in_outlook')
  if (await isInDeletedItems(ctx, { mailbox }, folderId))
    await refuseDeletedFolder(ctx, { userId, mailboxId, folderId })
}

/** @returns the id of the press */
export async function storePress(
  ctx: RemoteContext,
  tx: Tx,
  mailbox: MailboxRow,
  { folderId, isPart, move, messages }: Omit<Press, 'messageIds'> & { messages: readonly Message[] },
): Promise<string> {
  const { id: mailboxId, user_id: userId } = mailbox
  const now = ctx.clock.now()
  if (!(await lockMailbox(tx, mailboxId))) throw new MailboxAccessError('gone')
  if (folderId !== null && !(await folderById(tx, mailboxId, folderId))) fail('folder_not_found')
  const messageIds = messages.map(({ id }) => id)
  const kept = { messageIds, explanation: keptWithOthers, now }
  if (folderId === null && (await keepLogsInInbox(tx, mailboxId, kept)))
    await ctx.jobs.enqueue(tx, 'look-at-delayed', { mailboxId })
  const examples = await trainOnCorrections(tx, mailbox, { messages, folderId })
  const entries = messages.map((message) => truncatedLogEntry(mailbox, { messageId: message.id, message }))
  const logs = move ? await ensureLogsInInbox(tx, mailboxId, { entries, explanation: chosenInTidyUp, now }) : null
  const items = messages.map((message) => {
    const about = correctionKeyOf(message)
    return {
      messageId: message.id,
      // Without a sender or list there is no key for a correction.
      about: about.value === '' ? null : about,
      exampleSeq: examples.get(message.id) ?? null,
      logId: logs?.get(message.id) ?? null,
    }
  })
  const pressId = await insertPress(tx, { userId, mailboxId, folderId, isPart, now }, items)
  await updatePressCorrections(tx, mailboxId, pressId)
  if (move) await ctx.jobs.enqueue(tx, 'tidy-up', { mailboxId })
  await publishTidyUp(tx, { userId, mailboxId })
  await publishLiveEvent(tx, userId, { type: 'mailbox', mailboxId })
  return pressId
}
