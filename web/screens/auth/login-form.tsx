import { type FormEvent, useState } from 'react'
import { hasCode, authErrorMessage } from '../../api/auth-failure.ts'
import { signIn } from '../../api/auth.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError } from '../../lib/toast.ts'
import { Link } from '../../routing/link.tsx'
import { useLocation } from '../../routing/router-view.tsx'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from './email-field.tsx'
import { textLinkClasses } from './text-link-classes.ts'
import { useAfterSignIn } from './use-after-sign-in.ts'

interface LoginFormProps {
  email: string
  onEmailChange: (email: string) => void
  /** The password is correct, but the email address is not confirmed. */
  onUnconfirmed: () => void
}

export function LoginForm({ email, onEmailChange, onUnconfirmed }: LoginFormProps) {
  const completeSignIn = useAfterSignIn()
  const { state } = useLocation()
  const [password, setPassword] = useState('')
  const [isRefused, setIsRefused] = useState(false)

  const { busy, submit } = useSubmission(async (event: FormEvent) => {
    event.preventDefault()
    try {
      await signIn({ email: email.trim(), password })
      await completeSignIn(t('Signed in successfully'))
    } catch (error) {
      toastError(t('Login failed'), authErrorMessage(error, t('Please check your credentials and try again.')))
      setIsRefused(hasCode(error, 'invalid_credentials'))
      if (hasCode(error, 'email_not_confirmed')) onUnconfirmed()
    }
  })

  return (
    <form onSubmit={submit} className="mt-8 space-y-5">
      <EmailField value={email} onChange={onEmailChange} />
      <PasswordField
        label={t('Password')}
        name="password"
        autoComplete="current-password"
        required
        // The server does not say which of the two is wrong.
        error={isRefused ? t('Check your email and password.') : null}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setIsRefused(false)
        }}
        aside={
          <Link to="/auth/reset-password" state={{ typed: email }} className={`text-sm ${textLinkClasses}`}>
            {t('Forgot password?')}
          </Link>
        }
      />
      <Button type="submit" tone="primary" size="large" className="w-full" busy={busy}>
        {busy ? t('Signing in...') : t('Sign In')}
      </Button>
      <p className="text-center text-sm text-muted">
        {rich('Don’t have an account? <link>Sign up</link>', {
          link: (content) => (
            <Link to="/auth/signup" state={{ ...state, typed: email }} className={textLinkClasses}>
              {content}
            </Link>
          ),
        })}
      </p>
    </form>
  )
}
