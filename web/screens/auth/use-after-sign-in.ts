import { useRouter } from '@tanstack/react-router'
import { currentSession } from '../../api/session.ts'
import { toastSuccess } from '../../lib/toast.ts'

/**
 * Goes where the visitor wanted to go before they had to sign in, else to the dashboard. Where a second step is still owed the guards
 * ask for it on the way, and success is not yet said.
 */
export function useAfterSignIn(): (success: string) => Promise<void> {
  const router = useRouter()
  return async (success) => {
    const session = currentSession()
    if (session.status === 'signed-in' && !session.halfWay) toastSuccess(success)
    const wanted = router.state.location.state.from
    if (wanted) router.history.replace(wanted)
    else await router.navigate({ to: '/dashboard', replace: true })
  }
}
