import type { EntryState } from './pages.ts'
import { clearScroll } from './scroll.ts'
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
  typeof value === 'object' && value !== null && 'index' in value && typeof value.index === 'number' && 'state' in value

export const entryIndex = (): number => readEntry()?.index ?? 0

export function currentLocation(): Location {
  const { search, hash } = location
  const pathname = withoutTrailingSlashes(location.pathname)
  return {
    pathname,
    search: parseSearch(search),
    hash: hash.slice(1),
    href: pathname + search + hash,
    state: readEntry()?.state ?? {},
  }
}

/** A page has one path, by which links recognise it. */
export const withoutTrailingSlashes = (pathname: string): string => pathname.replace(/(?<=.)\/+$/, '')

/**
 * Gives an entry of the browser (the first one of a page load, or one of a link to a fragment) an index.
 * @returns whether it was one
 */
export function adoptEntry(index: number): boolean {
  if (readEntry()) return false
  clearScroll(index)
  history.replaceState({ index, state: {} } satisfies Entry, '')
  return true
}

/** So that a reload of the page, or a return to it, does not begin so again. */
export const clearEntryState = (): void => history.replaceState({ index: entryIndex(), state: {} } satisfies Entry, '')

/** @returns the index of the entry */
export function writeEntry(href: string, state: EntryState, replace: boolean): number {
  const entry: Entry = { index: entryIndex() + (replace ? 0 : 1), state }
  clearScroll(entry.index)
  if (replace) history.replaceState(entry, '', href)
  else history.pushState(entry, '', href)
  return entry.index
}
