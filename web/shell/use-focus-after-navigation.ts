import { useEffect, useRef } from 'react'
import { useLocation } from '../routing/router-view.tsx'
import { announce } from '../ui/announcer.tsx'

/** Moves the focus to the heading and announces the title after each navigation, as a page load would. */
export function useFocusAfterNavigation(): void {
  const { pathname, href } = useLocation()
  const [withoutHash] = href.split('#')
  const previous = useRef<{ pathname: string; withoutHash: string | undefined } | null>(null)
  useEffect(() => {
    const from = previous.current
    previous.current = { pathname, withoutHash }
    // Not for the first page load, nor for another hash.
    if (from === null || from.withoutHash === withoutHash) return
    if (from.pathname !== pathname) {
      focusHeading()
      announce(document.title)
      return
    }
    // Other query parameters, e.g. another tab: only where the focused element is removed, which tabs do later.
    const frame = requestAnimationFrame(() => document.activeElement === document.body && focusHeading())
    return () => cancelAnimationFrame(frame)
  }, [pathname, withoutHash])
}

/** Screens with a single important field mark it with `data-takes-focus`. */
function focusHeading(): void {
  const target = document.querySelector<HTMLElement>('[data-takes-focus]') ?? document.querySelector<HTMLElement>('h1')
  target?.focus({ preventScroll: true })
}
