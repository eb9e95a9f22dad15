import { useRouter } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { signOut } from '../../api/auth.ts'
import { secondFactors, type Factor } from '../../api/second-step.ts'
import { currentSession, onSessionChange } from '../../api/session.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { AuthFrame } from './auth-frame.tsx'
import { textLinkClasses } from './text-link-classes.ts'
import { SecondStep } from './second-step.tsx'
import { useAfterSignIn } from './use-after-sign-in.ts'

/** Second step after sign-in; then continues to the requested page. */
export function SecondStepScreen() {
  const session = useSyncExternalStore(onSessionChange, currentSession)
  const completeSignIn = useAfterSignIn()
  const [factors, setFactors] = useState<Factor[] | null>(null)
  useEffect(() => void secondFactors().then(setFactors, () => setFactors([])), [])
  return (
    <AuthFrame
      title="Confirm it’s you"
      description={
        session.status === 'signed-in' && (
          <>
            One more step to sign in as <strong className="font-medium text-ink">{session.email}</strong>.
          </>
        )
      }
    >
      {factors && <SecondStep factors={factors} onDone={() => completeSignIn('Signed in successfully')} />}
      <SignOut />
    </AuthFrame>
  )
}

function SignOut() {
  const router = useRouter()
  const { submit } = useSubmission(async () => {
    try {
      await signOut()
      toastSuccess('Signed out successfully')
      await router.navigate({ to: '/auth/$type', params: { type: 'login' }, replace: true })
    } catch {
      toastError('Sign out failed', 'Please try again later.')
    }
  })
  return (
    <p className="mt-8 text-center text-sm text-muted">
      Not you?{' '}
      <button type="button" className={textLinkClasses} onClick={() => submit(undefined)}>
        Sign out
      </button>
    </p>
  )
}
