import { note } from './change-log.ts'
import type { Clock } from '../kit/clock.ts'
import type { Random } from '../kit/random.ts'
import type { Change, Folder, MailEvent, Mailbox, Message } from './model.ts'

/** All sandbox mailboxes, by lower-case address, and those who want to hear of changes. */
export type Outlook = {
  clock: Clock
  random: Random
  /** Goes up with every reset, so that ids of before a reset are never met again. */
  epoch: number
  mailboxes: Map<string, Mailbox>
  listeners: Set<(event: MailEvent) => void>
  /** How late a delta query sees a change, and how much later the arriving side of a move. */
  lag: { change: number; arrival: number }
}

export function createOutlook(clock: Clock, random: Random): Outlook {
  return { clock, random, epoch: 0, mailboxes: new Map(), listeners: new Set(), lag: { change: 0, arrival: 0 } }
}

export function findMailbox(outlook: Outlook, email: string): Mailbox | undefined {
  return outlook.mailboxes.get(email.trim().toLowerCase())
}

export function mailboxOf(outlook: Outlook, email: string): Mailbox {
  const mailbox = findMailbox(outlook, email)
  if (!mailbox) throw new Error(`the sandbox has no mailbox ${email}`)
  return mailbox
}

export function etagOf(message: Message): string {
  return `W/"${changeKeyOf(message)}"`
}

export function changeKeyOf(message: Message): string {
  return Buffer.from(`CQAAABYAAAD ${message.mailbox.tag} ${message.order} ${message.changeNumber}`).toString('base64')
}

/** Writes the change into the folder's log and tells the listeners. */
export function announce(
  outlook: Outlook,
  type: Change['type'],
  message: Message,
  where: { folder: Folder; restId: string; byMove: boolean },
): void {
  const { mailbox, immutableId } = message
  const { folder, restId, byMove } = where
  const at = outlook.clock.now()
  // The two sides of a move are not seen at the same time.
  const visibleFrom = at + outlook.lag.change + (byMove && type === 'created' ? outlook.lag.arrival : 0)
  mailbox.sequence++
  const counts = { total: folder.messages.size, unread: folder.unread }
  note(folder.log, { sequence: mailbox.sequence, at, visibleFrom, type, immutableId, restId, ...counts })
  const event = { mailbox, type, immutableId, etag: etagOf(message), ...where }
  for (const listener of outlook.listeners) listener(event)
}

export function announceFolder(outlook: Outlook, type: Change['type'], mailbox: Mailbox, folder: Folder): void {
  mailbox.sequence++
  const at = outlook.clock.now()
  const ids = { immutableId: folder.id, restId: folder.id }
  const { sequence } = mailbox
  note(mailbox.folderLog, { sequence, at, visibleFrom: at + outlook.lag.change, type, ...ids, total: 0, unread: 0 })
}
