import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { announce } from '../ui/announcer.tsx'

/** Moves the focus to the heading and announces the title after each navigation, as a page load would. */
export function useFocusAfterNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        // Not for the first page load, nor for changes of query parameters.
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
        // Screens with a single important field mark it with `data-takes-focus`.
        const target =
          document.querySelector<HTMLElement>('[data-takes-focus]') ?? document.querySelector<HTMLElement>('h1')
        target?.focus({ preventScroll: true })
        announce(document.title)
      }),
    [router],
  )
}
