/**
 * What a folder is for; its name depends on the language. `purged`: deleted from the deleted mail; `system`: the
 * mailbox's own records, such as failed synchronizations.
 */
export type FolderUse = 'inbox' | 'drafts' | 'sent' | 'archive' | 'deleted' | 'purged' | 'junk' | 'outbox' | 'system'

export interface MailFolder {
  id: string
  displayName: string
  parentFolderId: string
  /** Names from the root down to this folder. A name may contain a slash: joined, two paths may be equal. */
  path: readonly string[]
  /** Null for the folders of the user. */
  use: FolderUse | null
  /** Another folder has this use, and the name of this one says the same. */
  resembles?: ResembledUse | null
}

export type ResembledUse = 'drafts' | 'sent' | 'deleted' | 'junk'

/** A folder that contains another one. */
export type ParentFolder = Pick<MailFolder, 'id' | 'path'>
