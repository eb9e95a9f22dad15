import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { announce } from '../ui/announcer.tsx'

/** After each navigation the focus goes to the page's heading and the title is said: what a fresh page load would do. */
export function useFocusAfterNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        // The first page keeps the browser's own behaviour; parameters of the same page are not a navigation.
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
        // A screen may have one field that is all it is about.
        const place =
          document.querySelector<HTMLElement>('[data-takes-focus]') ?? document.querySelector<HTMLElement>('h1')
        place?.focus({ preventScroll: true })
        announce(document.title)
      }),
    [router],
  )
}
