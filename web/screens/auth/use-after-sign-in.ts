import { currentSession } from '../../api/session.ts'
import { toastSuccess } from '../../lib/toast.ts'
import { useLocation } from '../../routing/router-view.tsx'
import type { EntryState } from '../../routing/pages.ts'
import { navigate } from '../../routing/router.ts'

/**
 * Navigates to the page requested before sign-in, else to the dashboard. If a second step is pending, the route guards
 * redirect to it, and no success toast appears yet.
 */
export function useAfterSignIn(): (success: string, state?: EntryState) => Promise<void> {
  // Read before the sign-in: the route guards react to it and may navigate first.
  const requestedUrl = useLocation().state.from
  return async (success, state = {}) => {
    const session = currentSession()
    if (session.status === 'signed-in' && !session.needsSecondStep) toastSuccess(success)
    await navigate(
      requestedUrl === undefined ? { to: '/dashboard', state, replace: true } : { href: requestedUrl, replace: true },
    )
  }
}
