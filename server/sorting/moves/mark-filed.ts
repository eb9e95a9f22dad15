import type { RemoteContext } from '../../context.ts'
import { hasCategory } from '../../mail/folders/folder-categories.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import type { MailboxAccess } from '../../mail/access/mailbox-access-queries.ts'
import type { MarkChange, Marks, Message, SeenMarks } from '../../vendors/mailbox/message.ts'
import type { FolderFiling } from '../folders/filing-queries.ts'

interface FiledMessage {
  id: string
  /** The provider's id of the folder that it was filed into; the inbox where it is only tagged. */
  in: string
  category: string | null
  /** Categories of former filings of ours, which end with this one. */
  formerCategories?: readonly string[]
  /** Null: an undo, which changes nothing else. */
  folder: Pick<FolderFiling, 'isMarkedAsRead' | 'isFlagged'> | null
  /** As it was just read or moved, where nothing has changed since. */
  seen?: SeenMarks | undefined
}

/** The names of its categories are cleaned, so that only a message without any can be changed by what was read. */
export const marksOf = ({ parentFolderId, isRead, version, categories }: Message): SeenMarks | undefined =>
  version === null || categories.length > 0 ? undefined : { parentFolderId, isRead, version, categories }

/** `elsewhere`: the user has moved or deleted the message meanwhile. */
export type MarkResult = 'marked' | 'unsupported' | 'elsewhere'

/**
 * Gives a filed message the category of its folder and the other marks of the folder's setting, in one request. What is
 * there already is kept: repeating it after a lost response changes nothing.
 * @throws MailboxAccessError or VendorError
 */
export async function markFiled(
  ctx: RemoteContext,
  mailboxId: string,
  message: FiledMessage,
  { access, beforeCall }: { access?: MailboxAccess | null; beforeCall?: () => Promise<void> } = {},
): Promise<MarkResult> {
  const { id, category, formerCategories = [], folder, seen } = message
  const isNothing = category === null && formerCategories.length === 0 && !folder?.isMarkedAsRead && !folder?.isFlagged
  if (isNothing) return 'marked'
  let isElsewhere = false
  const change = (now: Marks, parentFolderId: string): MarkChange | null => {
    isElsewhere = parentFolderId !== message.in
    return isElsewhere ? null : changeOf(now, { category, formerCategories, folder })
  }
  const marked = await withMailbox(
    ctx,
    mailboxId,
    async (mailbox) => {
      await beforeCall?.()
      return mailbox.mark(id, change, seen)
    },
    access,
  )
  return marked === 'not-there' || isElsewhere ? 'elsewhere' : marked
}

function changeOf(
  { categories }: Pick<Marks, 'categories'>,
  { category, formerCategories, folder }: Required<Pick<FiledMessage, 'category' | 'formerCategories' | 'folder'>>,
): MarkChange | null {
  const isKept = (each: string): boolean => category !== null && hasCategory([each], category)
  const kept = categories.filter((each) => isKept(each) || !hasCategory(formerCategories, each))
  const isAdded = category !== null && !hasCategory(kept, category)
  const isFormer = category !== null && hasCategory(formerCategories, category)
  // Together with a category that is there already: an earlier attempt, or the user has changed them since.
  const isMarked = folder !== null && (category === null || isAdded || isFormer)
  const wanted: MarkChange = {
    ...((isAdded || kept.length !== categories.length) && { categories: isAdded ? [...kept, category] : kept }),
    ...(isMarked && folder.isMarkedAsRead && { isRead: true }),
    ...(isMarked && folder.isFlagged && { isFlagged: true }),
  }
  return Object.keys(wanted).length === 0 ? null : wanted
}
