import type { EmailFolder } from '../../../contract/tables.ts'
import { folderName } from '../../lib/folder-name.ts'
import { locale } from '../../texts/translate.ts'

/** Target of a move; `id` null: the inbox. */
export interface Destination {
  id: string | null
  name: string
}

export interface Destinations {
  /** Null: no folder is likely, or it no longer exists in the mailbox. */
  likeliest: Destination | null
  /** The second choice, then the most used first. */
  others: Destination[]
  /** There are further folders, which have no key. */
  hasMore: boolean
}

/** Keys 2 to 9. */
export const maxOtherDestinations = 8

const toDestination = (folder: EmailFolder): Destination => ({ id: folder.id, name: folderName(folder) })

interface Choices {
  likeliestId: string | null
  /** Offered second: where instructions contradict what was learned, the learned folder. */
  secondId: string | null
}

/** @param usage number of messages recently sorted into a folder */
export function destinationsFor(
  folders: readonly EmailFolder[],
  { likeliestId, secondId }: Choices,
  usage: (folderId: string) => number,
): Destinations {
  // Custom folders exist only in our database.
  const inMailbox = folders.filter(({ provider_folder_id }) => provider_folder_id !== null)
  const likeliest = inMailbox.find(({ id }) => id === likeliestId)
  const isSortedInto = ({ active, include_in_ai }: EmailFolder): number => (active && include_in_ai ? 1 : 0)
  const others = inMailbox
    .filter((folder) => folder !== likeliest)
    .toSorted(
      (a, b) =>
        Number(b.id === secondId) - Number(a.id === secondId) ||
        usage(b.id) - usage(a.id) ||
        isSortedInto(b) - isSortedInto(a) ||
        toDestination(a).name.localeCompare(toDestination(b).name, locale(), { numeric: true }),
    )
    .map(toDestination)
  return {
    likeliest: likeliest ? toDestination(likeliest) : null,
    others: others.slice(0, maxOtherDestinations),
    hasMore: others.length > maxOtherDestinations,
  }
}
