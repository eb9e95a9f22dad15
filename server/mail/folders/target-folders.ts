import type { FolderUse, MailFolder } from '../../vendors/mailbox/mail-folder.ts'

/** Messages are never sorted into these folders and those below them. */
const excludedTrees: ReadonlySet<FolderUse | null> = new Set(['deleted', 'junk', 'outbox', 'system'])
/** Messages are never sorted into these folders, but into those below them. The inbox stands for "leave". */
const excludedFolders: ReadonlySet<FolderUse | null> = new Set(['inbox', 'drafts', 'sent'])

export function selectTargetFolders(folders: MailFolder[]): MailFolder[] {
  const excludedIds = new Set<string>()
  // Parents precede their children, so one pass excludes whole trees.
  return folders.filter(({ id, parentFolderId, use }) => {
    if (excludedTrees.has(use) || excludedIds.has(parentFolderId)) {
      excludedIds.add(id)
      return false
    }
    return !excludedFolders.has(use)
  })
}
