export interface MailFolder {
  id: string
  displayName: string
  parentFolderId: string
  /** Names from the root down to this folder. A name may contain a slash: joined, two paths may be equal. */
  path: readonly string[]
}

/** A folder that contains another one. */
export type ParentFolder = Pick<MailFolder, 'id' | 'path'>
