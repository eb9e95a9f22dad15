import type { Kit } from '../kit/kit.ts'
import { appendChange, type Change } from './change-log.ts'
import type { Folder, MailEvent, Mailbox, Message } from './model.ts'

/** All mailboxes, by lower-case address, and the listeners for changes in them. */
export type Outlook = Pick<Kit, 'clock' | 'random' | 'config'> & {
  /** The number of resets. It is part of ids, so that no id from before a reset occurs again. */
  epoch: number
  mailboxes: Map<string, Mailbox>
  listeners: Set<(event: MailEvent) => void>
}

export function createOutlook({ clock, random, config }: Pick<Kit, 'clock' | 'random' | 'config'>): Outlook {
  return { clock, random, config, epoch: 0, mailboxes: new Map(), listeners: new Set() }
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

/** Appends the change to the log of the folder and calls the listeners. */
export function recordMessageChange(
  outlook: Outlook,
  type: Change['type'],
  message: Message,
  where: { folder: Folder; restId: string; byMove: boolean },
): void {
  const { mailbox, immutableId } = message
  const { folder, restId, byMove } = where
  const { clock, config } = outlook
  const at = clock.now()
  // The two changes of a move become visible at different times.
  const visibleFrom = at + config.deltaDelayMs + (byMove && type === 'created' ? config.deltaMoveGapMs : 0)
  mailbox.sequence++
  const counts = { total: folder.messages.size, unread: folder.unread }
  appendChange(folder.log, { sequence: mailbox.sequence, at, visibleFrom, type, immutableId, restId, ...counts })
  const event = { mailbox, type, immutableId, etag: etagOf(message), ...where }
  for (const listener of outlook.listeners) listener(event)
}

export function recordFolderChange(outlook: Outlook, type: Change['type'], mailbox: Mailbox, folder: Folder): void {
  mailbox.sequence++
  const at = outlook.clock.now()
  const ids = { immutableId: folder.id, restId: folder.id }
  const { sequence } = mailbox
  appendChange(mailbox.folderLog, {
    sequence,
    at,
    visibleFrom: at + outlook.config.deltaDelayMs,
    type,
    ...ids,
    total: 0,
    unread: 0,
  })
}
