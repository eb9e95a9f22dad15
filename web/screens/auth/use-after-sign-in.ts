import { useLocation, useRouter } from '@tanstack/react-router'
import { currentSession } from '../../api/session.ts'
import { toastSuccess } from '../../lib/toast.ts'

/**
 * Navigates to the page requested before sign-in, else to the dashboard. If a second step is pending, the route guards
 * redirect to it, and no success toast appears yet.
 */
export function useAfterSignIn(): (success: string) => Promise<void> {
  const router = useRouter()
  // Read before the sign-in: the route guards react to it and may navigate first.
  const requestedUrl = useLocation().state.from
  return async (success) => {
    const session = currentSession()
    if (session.status === 'signed-in' && !session.needsSecondStep) toastSuccess(success)
    if (requestedUrl) router.history.replace(requestedUrl)
    else await router.navigate({ to: '/dashboard', replace: true })
  }
}
