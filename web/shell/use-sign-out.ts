import { signOut } from '../api/auth.ts'
import { useSubmission } from '../forms/use-submission.ts'
import { toastError, toastSuccess } from '../lib/toast.ts'
import { navigate } from '../routing/router.ts'
import { t } from '../texts/translate.ts'

/** Ends the session and leads to the sign-in. */
export function useSignOut(): { busy: boolean; submit: () => void } {
  const { busy, submit } = useSubmission(async () => {
    try {
      await signOut()
      toastSuccess(t('Signed out successfully'))
      await navigate({ to: '/auth/login' })
    } catch {
      toastError(t('Sign out failed'), t('Please try again later.'))
    }
  })
  return { busy, submit: () => busy || submit(undefined) }
}
