import { useEffect, useState, useSyncExternalStore } from 'react'
import { signOut } from '../../api/auth.ts'
import { secondFactors, type Factor } from '../../api/second-step.ts'
import { currentSession, onSessionChange } from '../../api/session.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { navigate } from '../../routing/router.ts'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
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
      title={t('Confirm it’s you')}
      description={
        session.status === 'signed-in' &&
        rich('One more step to sign in as {email}.', {
          email: <strong className="font-medium text-ink">{session.email}</strong>,
        })
      }
    >
      {factors && <SecondStep factors={factors} onDone={() => completeSignIn(t('Signed in successfully'))} />}
      <SignOut />
    </AuthFrame>
  )
}

function SignOut() {
  const { submit } = useSubmission(async () => {
    try {
      await signOut()
      toastSuccess(t('Signed out successfully'))
      await navigate({ to: '/auth/login', replace: true })
    } catch {
      toastError(t('Sign out failed'), t('Please try again later.'))
    }
  })
  return (
    <p className="mt-8 text-center text-sm text-muted">
      {rich('Not you? <button>Sign out</button>', {
        button: (content) => (
          <button type="button" className={textLinkClasses} onClick={() => submit(undefined)}>
            {content}
          </button>
        ),
      })}
    </p>
  )
}
