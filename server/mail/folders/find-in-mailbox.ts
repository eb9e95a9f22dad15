import type { RemoteContext } from '../../context.ts'
import type { MailFolder, ParentFolder } from '../../vendors/mailbox/mail-folder.ts'
import { withMailbox } from '../providers/with-mailbox.ts'
import { selectTargetFolders } from './target-folders.ts'

/**
 * Looks for a folder in the mailbox by its name and parent: the user has created it there, or the response to its
 * creation was lost.
 * @returns null where there is none that mail is sorted into, e.g. only a hidden one
 */
export async function findInMailbox(
  ctx: RemoteContext,
  mailboxId: string,
  { displayName, parent }: { displayName: string; parent: ParentFolder | null },
): Promise<MailFolder | null> {
  const listed = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.folders())
  const isBelowParent = ({ parentFolderId }: MailFolder): boolean =>
    parent ? parentFolderId === parent.id : !listed.some(({ id }) => id === parentFolderId)
  const name = displayName.toLowerCase()
  const targets = selectTargetFolders(listed)
  return targets.find((folder) => folder.displayName.toLowerCase() === name && isBelowParent(folder)) ?? null
}
