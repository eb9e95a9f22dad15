const storageKey = 'scroll-positions'

/** By the index of the history entry. */
let positions: Record<number, number> = {}

/** The browser would restore the position before the screen has rendered. */
export function takeOverScrolling(): void {
  history.scrollRestoration = 'manual'
  positions = parsePositions(sessionStorage.getItem(storageKey))
}

/** @returns the valid ones: what is stored must not keep the page from opening */
export function parsePositions(stored: string | null): Record<number, number> {
  try {
    const entries: [string, unknown][] = Object.entries(JSON.parse(stored ?? '{}') ?? {})
    return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
  } catch {
    return {}
  }
}

export const recordScroll = (index: number): void => {
  positions[index] = scrollY
}

/** A new entry has no former position. */
export const clearScroll = (index: number): void => {
  delete positions[index]
}

/** For a reload, or the return from a page of another site. */
export const storeScroll = (): void => sessionStorage.setItem(storageKey, JSON.stringify(positions))

/** Scrolls to where the user left this history entry, else to the fragment, else to the top. */
export function scrollToPlace(hash: string, index: number): void {
  const former = positions[index]
  const target = hash === '' || former !== undefined ? null : document.getElementById(hash)
  if (target) target.scrollIntoView()
  else scrollTo(0, former ?? 0)
}
