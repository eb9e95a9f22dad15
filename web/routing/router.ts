import type { ComponentType, ReactNode } from 'react'
import { adoptEntry, currentLocation, entryIndex, type Location, writeEntry } from './history-entries.ts'
import { type EntryState, hrefOf, type Target } from './pages.ts'
import { recordScroll, storeScroll, takeOverScrolling } from './scroll.ts'

/** A requested URL is only known at run time. */
export type Destination = Target | { href: string }

type Layout = ComponentType<{ children: ReactNode }>

export type Route =
  | { redirect: Target }
  | {
      screen: () => Promise<ComponentType>
      /** Surrounds the screen; stays while the next screen has the same one. */
      layout?: () => Promise<Layout>
      /** @returns where to go instead, or null */
      guard?: (location: Location) => Promise<Destination | null>
    }

/** What the page shows. */
export interface Shown {
  location: Location
  /** Of its history entry. */
  index: number
  Layout: Layout | null
  /** `pending`: the next screen takes long to load. */
  content: { Screen: ComponentType } | { error: unknown } | 'pending'
  /** Whether to scroll to the place of the entry once this has rendered. */
  scrolls: boolean
}

interface Blocker {
  blocks: (pathname: string) => boolean
  onBlocked: (proceed: () => void) => void
}

let routeOf: (pathname: string) => Route
let shown: Shown | null = null
let blocker: Blocker | null = null
/** Index of the current entry, whose screen may still be loading. */
let index = 0
let navigations = 0
let returning: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export const currentlyShown = (): Shown | null => shown
export function onShownChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const urlOf = (destination: Destination): string => ('href' in destination ? destination.href : hrefOf(destination))
const stateOf = (destination: Destination): EntryState => ('state' in destination && destination.state) || {}

/** Loads the screen of the URL, and follows the browser's history from now on. */
export function startRouter(findRoute: (pathname: string) => Route): void {
  routeOf = findRoute
  takeOverScrolling()
  // The position in the history of the tab, which may have entries of earlier page loads.
  adoptEntry(history.length)
  index = entryIndex()
  addEventListener('popstate', followHistory)
  addEventListener('pagehide', () => {
    recordPlace()
    storeScroll()
  })
  void load({ scrolls: true })
}

/** @returns once the page shows it, or another navigation has replaced it */
export async function navigate(destination: Destination & { replace?: boolean; resetScroll?: boolean }): Promise<void> {
  const href = urlOf(destination)
  const go = (): Promise<void> => {
    recordPlace()
    // As browsers do with a link to the page that is open.
    const replaces = destination.replace === true || href === currentLocation().href
    index = writeEntry(href, stateOf(destination), replaces)
    return load({ scrolls: destination.resetScroll !== false })
  }
  if (!blocker?.blocks(new URL(href, location.origin).pathname)) return go()
  blocker.onBlocked(() => void go())
}

/** Replaces the URL of a location that was dealt with, unless the user has left it: its next screen may still load. */
export function replaceLocation(handled: Location, destination: Destination): void {
  if (currentLocation().href === handled.href) void navigate({ ...destination, replace: true })
}

/** Runs the guard of the shown page again, and loads its screen if that has failed. */
export const reloadRoute = (): Promise<void> => load({ scrolls: false })

/** Loads the code of a page that the user is about to open. */
export function prefetch(pathname: string): void {
  const route = routeOf(pathname)
  if ('redirect' in route) return
  Promise.all([route.screen(), route.layout?.()]).catch(() => undefined)
}

/** Asks before the user leaves the page; null to ask no more. */
export const setBlocker = (next: Blocker | null): void => {
  blocker = next
}

function followHistory(): void {
  const isLinkToFragment = adoptEntry(index + 1)
  const next = entryIndex()
  // The screen has not changed: the user returns to it after `blocker` has stopped the navigation.
  if (next === index) return
  if (blocker?.blocks(location.pathname)) {
    const steps = next - index
    blocker.onBlocked(() => {
      blocker = null
      history.go(steps)
    })
    returnToEntry()
    return
  }
  recordPlace()
  index = next
  // The browser scrolls to a fragment itself.
  void load({ scrolls: !isLinkToFragment })
}

/** The browser has changed the URL already. Later, because the button may have been pressed several times. */
function returnToEntry(): void {
  clearTimeout(returning)
  returning = setTimeout(() => {
    const steps = index - entryIndex()
    // No steps would reload the page.
    if (steps !== 0) history.go(steps)
  })
}

/** Not while the next screen loads: then the position is still that of the former entry. */
function recordPlace(): void {
  if (shown?.index === index && shown.content !== 'pending') recordScroll(index)
}

/** A screen that takes longer to load is replaced by a spinner. */
const screenPendingMs = 100

async function load({ scrolls }: { scrolls: boolean }): Promise<void> {
  const own = ++navigations
  const show = (next: Shown): void => {
    if (own !== navigations) return
    shown = next
    for (const listener of listeners) listener()
  }
  const showPending = (): void => {
    // With the former location: the next one becomes current together with its screen.
    const former = shown ?? { location: currentLocation(), index, Layout: null }
    // The screen is here already, and would lose its state.
    if (shown?.location.pathname === currentLocation().pathname) return
    show({ ...former, content: 'pending', scrolls: false })
  }
  const timer = setTimeout(showPending, screenPendingMs)
  const next = await resolve(() => own === navigations).catch((error: unknown) => ({
    location: currentLocation(),
    Layout: shown?.Layout ?? null,
    content: { error },
  }))
  clearTimeout(timer)
  if (!next || own !== navigations) return
  if ('error' in next.content && isMissingFile(next.content.error)) location.reload()
  else show({ ...next, index, scrolls })
}

interface Resolved extends Pick<Shown, 'location' | 'Layout'> {
  content: Exclude<Shown['content'], 'pending'>
}

/** Follows redirects. @returns null if another navigation has begun */
async function resolve(isCurrent: () => boolean): Promise<Resolved | null> {
  const target = currentLocation()
  const route = routeOf(target.pathname)
  const destination = 'redirect' in route ? route.redirect : await route.guard?.(target)
  if (!isCurrent()) return null
  if (destination) {
    writeEntry(urlOf(destination), stateOf(destination), true)
    return resolve(isCurrent)
  }
  if ('redirect' in route) return null
  // A screen that cannot be loaded is reported within its layout.
  const screen = route.screen().then(
    (Screen) => ({ Screen }),
    (error: unknown) => ({ error }),
  )
  const [content, Layout = null] = await Promise.all([screen, route.layout?.()])
  return { location: target, Layout, content }
}

/** After an upgrade the server has no files of the former version any more. Once for each: reloading may not help. */
function isMissingFile(error: unknown): boolean {
  if (!(error instanceof TypeError) || !/import/.test(error.message)) return false
  // The browser would replace the page by an error of its own.
  if (!navigator.onLine) return false
  const flag = `reloaded:${error.message}`
  const isFirst = sessionStorage.getItem(flag) === null
  sessionStorage.setItem(flag, '1')
  return isFirst
}
