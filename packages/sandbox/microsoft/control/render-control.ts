import { renderMessage, MESSAGE_PROPERTIES } from '../graph/render-message.ts'
import type { Folder, Mailbox, Message } from '../model.ts'

const VIEW = { immutableIds: true, bodyType: null, allowUnsafeHtml: false } as const
const SHOWN: ReadonlySet<string> = new Set(
  [...MESSAGE_PROPERTIES].filter((name) => name !== 'uniqueBody' && name !== 'attachments'),
)

/** A Graph message with its immutable id and the name of its folder. */
export function showMessage(message: Message): Record<string, unknown> {
  return { ...renderMessage(message, VIEW, SHOWN), folder: message.folder.displayName }
}

export function showFolders(mailbox: Mailbox): Record<string, unknown>[] {
  return mailbox.root.children.map(showFolder)
}

function showFolder(folder: Folder): Record<string, unknown> {
  return {
    id: folder.id,
    displayName: folder.displayName,
    wellKnownName: folder.wellKnownName,
    isHidden: folder.isHidden,
    totalItemCount: folder.messages.size,
    unreadItemCount: folder.unread,
    children: folder.children.map(showFolder),
  }
}
