import type { EmailFolder } from '../../../contract/tables.ts'
import type { MailPlace } from '../../api/correct-sorting.ts'
import type { ReviewEmail } from '../../features/mail/review-groups.ts'
import { compareNames, folderName } from '../../lib/folder-name.ts'

export interface Destinations {
  /** Null: no folder is likely, or it no longer exists in the mailbox. */
  likeliest: MailPlace | null
  /** The next likely ones, then the most used first. */
  others: MailPlace[]
}

/** Keys 1 to 9. */
export const maxDestinations = 9

const toDestination = (folder: EmailFolder): MailPlace => ({ id: folder.id, name: folderName(folder) })

interface Choices {
  likeliestId: string | null
  /** Offered next, e.g. the learned folder where instructions contradict what was learned. */
  nextIds: readonly string[]
}

/** @param usage number of messages recently sorted into a folder */
export function destinationsFor(
  folders: readonly EmailFolder[],
  { likeliestId, nextIds }: Choices,
  usage: (folderId: string) => number,
): Destinations {
  // Custom folders exist only in our database.
  const inMailbox = folders.filter(({ provider_folder_id }) => provider_folder_id !== null)
  const likeliest = inMailbox.find(({ id }) => id === likeliestId)
  const isSortedInto = ({ active, include_in_ai }: EmailFolder): number => (active && include_in_ai ? 1 : 0)
  const rankOf = ({ id }: EmailFolder): number => (nextIds.includes(id) ? nextIds.indexOf(id) : nextIds.length)
  const others = inMailbox
    .filter((folder) => folder !== likeliest)
    .toSorted(
      (a, b) =>
        rankOf(a) - rankOf(b) ||
        usage(b.id) - usage(a.id) ||
        isSortedInto(b) - isSortedInto(a) ||
        compareNames(folderName(a), folderName(b)),
    )
    .map(toDestination)
  return {
    likeliest: likeliest ? toDestination(likeliest) : null,
    others: others.slice(0, maxDestinations - (likeliest ? 1 : 0)),
  }
}

/** The folders that emails look like, however little, the likeliest first. */
export function lookedLike(emails: readonly ReviewEmail[]): string[] {
  const shares = new Map<string, number>()
  const add = (id: string | null, share: number): void => {
    if (id !== null) shares.set(id, (shares.get(id) ?? 0) + share)
  }
  for (const { entry } of emails) {
    add(entry.runner_up_folder_id, entry.runner_up_confidence ?? 0)
    // Its confidence is not stored; it is lower than that of the first.
    add(entry.second_choice_folder_id, 0)
  }
  return [...shares].toSorted(([, a], [, b]) => b - a).map(([id]) => id)
}
