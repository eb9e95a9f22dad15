import { Mail } from 'lucide-react'
import { useEffect, useState } from 'react'
import { authErrorMessage } from '../../api/auth-failure.ts'
import { signInWithProvider } from '../../api/auth.ts'
import { signInMethods, type SignInMethods } from '../../api/sign-in-methods.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError } from '../../lib/toast.ts'
import { useLocation } from '../../routing/router-view.tsx'
import { t, text } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { GoogleMark, MicrosoftMark } from '../../ui/provider-marks.tsx'

const providers = [
  { id: 'azure', method: 'microsoft', label: text('Continue with Microsoft'), mark: <MicrosoftMark /> },
  { id: 'google', method: 'google', label: text('Continue with Google'), mark: <GoogleMark /> },
] as const

/**
 * Alternatives to the form. Must be the last content of the screen: the providers are known only after the first paint
 * and must not move anything.
 */
export function OtherSignInMethods({ onCode }: { onCode?: (() => void) | undefined }) {
  const { state } = useLocation()
  const [methods, setMethods] = useState<SignInMethods | null>(null)
  useEffect(() => void signInMethods().then(setMethods), [])

  const { busy, submit } = useSubmission(async (provider: 'azure' | 'google') => {
    try {
      await signInWithProvider(provider, state.from)
    } catch (error) {
      toastError(t('Login failed'), authErrorMessage(error, t('Please try again later.')))
    }
  })

  const shown = providers.filter(({ method }) => methods?.[method])
  if (!onCode && shown.length === 0) return null
  return (
    <div className={onCode ? 'mt-6' : 'mt-6 animate-appear'}>
      <p
        className={cx(
          'flex items-center gap-3 text-xs text-muted',
          'before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line',
        )}
      >
        {t('or')}
      </p>
      <div className="mt-6 space-y-3">
        {onCode && (
          <Button size="large" icon={<Mail aria-hidden="true" />} className="w-full" onClick={onCode}>
            {t('Email me a code instead')}
          </Button>
        )}
        {shown.map(({ id, label, mark }) => (
          <Button
            key={id}
            size="large"
            icon={mark}
            className="w-full animate-appear"
            paused={busy}
            onClick={() => submit(id)}
          >
            {t(label)}
          </Button>
        ))}
      </div>
    </div>
  )
}
