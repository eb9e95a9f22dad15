import type { EmailFolder } from '../../../contract/tables.ts'

/** A place for a mail; `id` null: the inbox. */
export interface Destination {
  id: string | null
  name: string
}

export interface Destinations {
  /** Null where none was likely, or it is no place in Outlook any more. */
  likeliest: Destination | null
  /** At most as many as there are keys for, 2 to 9; most used first. */
  others: Destination[]
  /** There are folders that none of these keys reaches. */
  hasMore: boolean
}

export const otherDestinationsMax = 8

const placeOf = ({ id, display_name, folder_name }: EmailFolder): Destination => ({ id, name: display_name || folder_name })

/** @param used how much mail went into a folder lately */
export function destinationsFor(
  folders: readonly EmailFolder[],
  likeliestId: string | null,
  used: (folderId: string) => number,
): Destinations {
  // What exists only with us is no place for a mail.
  const real = folders.filter(({ provider_folder_id }) => provider_folder_id !== null)
  const likeliest = real.find(({ id }) => id === likeliestId)
  const isSortedInto = ({ active, include_in_ai }: EmailFolder): number => (active && include_in_ai ? 1 : 0)
  const others = real
    .filter((folder) => folder !== likeliest)
    .toSorted(
      (a, b) =>
        used(b.id) - used(a.id) ||
        isSortedInto(b) - isSortedInto(a) ||
        placeOf(a).name.localeCompare(placeOf(b).name, 'en', { numeric: true }),
    )
    .map(placeOf)
  return {
    likeliest: likeliest ? placeOf(likeliest) : null,
    others: others.slice(0, otherDestinationsMax),
    hasMore: others.length > otherDestinationsMax,
  }
}
