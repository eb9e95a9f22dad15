import { useEffect, useRef } from 'react'
import { useLocation } from '../routing/router-view.tsx'
import { announce } from '../ui/announcer.tsx'

/** Moves the focus to the heading and announces the title after each navigation, as a page load would. */
export function useFocusAfterNavigation(): void {
  const { pathname } = useLocation()
  const previous = useRef<string | null>(null)
  useEffect(() => {
    const from = previous.current
    previous.current = pathname
    // Not for the first page load, nor for changes of query parameters.
    if (from === null || from === pathname) return
    // Screens with a single important field mark it with `data-takes-focus`.
    const target =
      document.querySelector<HTMLElement>('[data-takes-focus]') ?? document.querySelector<HTMLElement>('h1')
    target?.focus({ preventScroll: true })
    announce(document.title)
  }, [pathname])
}
