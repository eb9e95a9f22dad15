const storageKey = 'scroll-positions'

/** By the index of the history entry. */
let positions: Record<number, unknown> = {}

/** The browser would restore the position before the screen has rendered. */
export function takeOverScrolling(): void {
  history.scrollRestoration = 'manual'
  const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
  if (typeof stored === 'object') positions = { ...stored }
}

export const recordScroll = (index: number): void => {
  positions[index] = scrollY
}

/** For a reload, or the return from a page of another site. */
export const storeScroll = (): void => sessionStorage.setItem(storageKey, JSON.stringify(positions))

/** @param index of an entry to return to, at its former position */
export function scrollToPlace(hash: string, index?: number): void {
  const former = index === undefined ? undefined : positions[index]
  const target = hash === '' || typeof former === 'number' ? null : document.getElementById(hash)
  if (target) target.scrollIntoView()
  else scrollTo(0, typeof former === 'number' ? former : 0)
}
