import { restId } from './ids.ts'
import type { Folder, Message, MessageFields } from './model.ts'
import { recordMessageChange, type Outlook } from './outlook.ts'

export function moveMessage(outlook: Outlook, message: Message, target: Folder): void {
  const { mailbox, folder, restId: left } = message
  touch(outlook, message)
  leave(message)
  mailbox.byRestId.delete(left)
  message.restId = restId(mailbox)
  mailbox.byRestId.set(message.restId, message)
  message.folder = target
  target.messages.add(message)
  if (!message.isRead) target.unread++
  recordMessageChange(outlook, 'deleted', message, { folder, restId: left, byMove: true })
  recordMessageChange(outlook, 'created', message, { folder: target, restId: message.restId, byMove: true })
}

/** Moves a message to Deleted Items, and one in Deleted Items to the recoverable items, which no call returns. */
export function deleteMessage(outlook: Outlook, message: Message): void {
  const bin = message.mailbox.wellKnown.get('deleteditems')
  if (bin && message.folder !== bin) moveMessage(outlook, message, bin)
  else removeMessage(outlook, message)
}

export function removeMessage(outlook: Outlook, message: Message): void {
  const { mailbox, folder } = message
  leave(message)
  mailbox.messages.delete(message.immutableId)
  mailbox.newestFirst.remove(message)
  mailbox.byRestId.delete(message.restId)
  recordMessageChange(outlook, 'deleted', message, { folder, restId: message.restId, byMove: false })
}

export type MessageChange = { [Field in keyof MessageFields]?: MessageFields[Field] | undefined } & {
  text?: string | undefined
}

export function updateMessage(outlook: Outlook, message: Message, change: MessageChange): void {
  const wasRead = message.isRead
  touch(outlook, message)
  Object.assign(message, change)
  if (wasRead !== message.isRead) message.folder.unread += wasRead ? 1 : -1
  recordMessageChange(outlook, 'updated', message, { folder: message.folder, restId: message.restId, byMove: false })
}

export function touch(outlook: Outlook, message: Message): void {
  message.changeNumber++
  message.lastModifiedDateTime = outlook.clock.iso()
}

function leave(message: Message): void {
  message.folder.messages.remove(message)
  if (!message.isRead) message.folder.unread--
}
