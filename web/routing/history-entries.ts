import type { EntryState } from './pages.ts'
import { parseSearch } from './search-params.ts'

export interface Location {
  pathname: string
  search: Readonly<Record<string, string>>
  hash: string
  /** Path, query and fragment. */
  href: string
  state: EntryState
}

/** What `history.state` has of each entry of ours. */
interface Entry {
  /** Position in the history of this tab. */
  index: number
  state: EntryState
}

function readEntry(): Entry | null {
  const entry: unknown = history.state
  return isEntry(entry) ? entry : null
}

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && 'index' in value && 'state' in value

export const entryIndex = (): number => readEntry()?.index ?? 0

export function currentLocation(): Location {
  const { pathname, search, hash } = location
  return {
    pathname,
    search: parseSearch(search),
    hash: hash.slice(1),
    href: pathname + search + hash,
    state: readEntry()?.state ?? {},
  }
}

/** Gives an entry of the browser (the first one, or one of a link to a fragment) an index. */
export function adoptEntry(index: number): void {
  if (!readEntry()) history.replaceState({ index, state: {} } satisfies Entry, '')
}

export function writeEntry(href: string, state: EntryState, replace: boolean): void {
  const index = entryIndex()
  if (replace) history.replaceState({ index, state } satisfies Entry, '', href)
  else history.pushState({ index: index + 1, state } satisfies Entry, '', href)
}
