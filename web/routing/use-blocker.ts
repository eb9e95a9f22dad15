import { useEffect, useState } from 'react'
import { setBlocker } from './router.ts'

/**
 * Asks before the user leaves the page, also by the browser's buttons.
 * @returns how to continue with the navigation that waits for the answer; null if none does
 */
export function useBlocker(isActive: boolean): { proceed: () => void; reset: () => void } | null {
  const [blocked, setBlocked] = useState<{ proceed: () => void } | null>(null)
  useEffect(() => {
    if (!isActive) return
    setBlocker({
      // Never blocks the redirect after the session has ended: no data may stay visible.
      blocks: (pathname) => !pathname.startsWith('/auth'),
      onBlocked: (proceed) => setBlocked({ proceed }),
    })
    const keepPage = (event: Event): void => event.preventDefault()
    addEventListener('beforeunload', keepPage)
    return () => {
      setBlocker(null)
      removeEventListener('beforeunload', keepPage)
    }
  }, [isActive])
  const reset = (): void => setBlocked(null)
  const proceed = (): void => {
    reset()
    blocked?.proceed()
  }
  return blocked && { proceed, reset }
}
