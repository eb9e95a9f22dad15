import type { MailFolder } from '../../vendors/mailbox/mail-folder.ts'

/** Messages are never sorted into these folders and those below them; `syncissues` contains conflicts and failures. */
const excludedTrees = ['deleteditems', 'junkemail', 'outbox', 'conversationhistory', 'syncissues', 'scheduled'] as const
/** Messages are never sorted into these folders, but into those below them. The inbox stands for "leave". */
const excludedFolders = ['inbox', 'drafts', 'sentitems'] as const

export const wellKnownNames = [...excludedTrees, ...excludedFolders, 'archive'] as const

/** @param ids by well-known name, for the folders that the mailbox has */
export function selectTargetFolders(folders: MailFolder[], ids: Record<string, string>): MailFolder[] {
  const idsOf = (names: readonly string[]): Set<string> =>
    new Set(names.flatMap((name) => (ids[name] === undefined ? [] : [ids[name]])))
  const withSubfolders = idsOf(excludedTrees)
  const alone = idsOf(excludedFolders)
  // Parents precede their children, so one pass excludes whole trees.
  return folders.filter(({ id, parentFolderId }) => {
    if (withSubfolders.has(id) || withSubfolders.has(parentFolderId)) {
      withSubfolders.add(id)
      return false
    }
    return !alone.has(id)
  })
}
