import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { announce } from '../ui/announcer.tsx'

/** Moves the focus to the heading and announces the title after each navigation, as a page load would. */
export function useFocusAfterNavigation(): void {
  const router = useRouter()
  useEffect(() => {
    // A link that is pressed while the first page still loads has no `fromLocation`. Redirects replace.
    let hasPushed = false
    const endHistory = router.history.subscribe(({ action }) => {
      if (action.type === 'PUSH') hasPushed = true
    })
    const endRendered = router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
      const isPageLoad = !fromLocation && !hasPushed
      // Only query parameters have changed.
      const isSamePage = fromLocation?.pathname === toLocation.pathname
      if (isPageLoad || isSamePage) return
      // Screens with a single important field mark it with `data-takes-focus`.
      const target =
        document.querySelector<HTMLElement>('[data-takes-focus]') ?? document.querySelector<HTMLElement>('h1')
      target?.focus({ preventScroll: true })
      announce(document.title)
    })
    return () => {
      endHistory()
      endRendered()
    }
  }, [router])
}
