import { useRouter } from '@tanstack/react-router'

/** Goes where the visitor wanted to go before they had to sign in, else to the dashboard. */
export function useAfterSignIn(): () => Promise<void> {
  const router = useRouter()
  return async () => {
    const wanted = router.state.location.state.from
    if (wanted) router.history.replace(wanted)
    else await router.navigate({ to: '/dashboard', replace: true })
  }
}
