import { useLocation, useRouter } from '@tanstack/react-router'
import { currentSession } from '../../api/session.ts'
import { toastSuccess } from '../../lib/toast.ts'

/**
 * Goes where the visitor wanted to go before they had to sign in, else to the dashboard. Where a second step is still owed the guards
 * ask for it on the way, and success is not yet said.
 */
export function useAfterSignIn(): (success: string) => Promise<void> {
  const router = useRouter()
  // Read before the sign-in: the guards hear of it too, and may be on their way already when it has succeeded.
  const wanted = useLocation().state.from
  return async (success) => {
    const session = currentSession()
    if (session.status === 'signed-in' && !session.halfWay) toastSuccess(success)
    if (wanted) router.history.replace(wanted)
    else await router.navigate({ to: '/dashboard', replace: true })
  }
}
