import { type FormEvent, useState } from 'react'
import { passwordMinLength } from '../../../contract/limits.ts'
import { hasCode, authErrorMessage } from '../../api/auth-failure.ts'
import { signUp } from '../../api/auth.ts'
import { NewPasswordField } from '../../forms/new-password-field.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError } from '../../lib/toast.ts'
import { Link } from '../../routing/link.tsx'
import { useLocation } from '../../routing/router-view.tsx'
import { rich } from '../../texts/rich.ts'
import { t, text } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from './email-field.tsx'
import { textLinkClasses } from './text-link-classes.ts'
import { useAfterSignIn } from './use-after-sign-in.ts'
import { useTypedEmail } from './use-typed-email.ts'

type FieldErrors = Partial<Record<'email' | 'password' | 'confirmation', string | null>>

const fallback = text('Please try again later.')

/** @param onConfirm called with the address if it has to be confirmed first */
export function SignupForm({ onConfirm }: { onConfirm: (email: string) => void }) {
  const completeSignIn = useAfterSignIn()
  const { state } = useLocation()
  const [email, setEmail] = useTypedEmail()
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})

  const { busy, submit } = useSubmission(async (event: FormEvent) => {
    event.preventDefault()
    if (password !== confirmation) {
      setErrors({ confirmation: t("Passwords don't match") })
      return toastError(t("Passwords don't match"), t('Please ensure both passwords match.'))
    }
    setErrors({})
    try {
      const outcome = await signUp({ email: email.trim(), password }, state.from)
      if (outcome === 'confirm') onConfirm(email.trim())
      else await completeSignIn(t('Account created successfully'))
    } catch (error) {
      if (hasCode(error, 'weak_password')) setErrors({ password: authErrorMessage(error, t(fallback)) })
      if (hasCode(error, 'user_already_exists'))
        setErrors({ email: t('This address has an account. Sign in instead.') })
      toastError(t('Sign up failed'), authErrorMessage(error, t(fallback)))
    }
  })

  return (
    <form onSubmit={submit} className="mt-8 space-y-5">
      <EmailField
        value={email}
        error={errors.email}
        onChange={(value) => {
          setEmail(value)
          setErrors({ ...errors, email: null })
        }}
      />
      <NewPasswordField
        label={t('Password')}
        name="password"
        required
        minLength={passwordMinLength}
        error={errors.password}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setErrors({ ...errors, password: null, confirmation: null })
        }}
      />
      <PasswordField
        label={t('Confirm password')}
        name="confirm-password"
        autoComplete="new-password"
        required
        minLength={passwordMinLength}
        error={errors.confirmation}
        value={confirmation}
        onChange={(event) => {
          setConfirmation(event.target.value)
          setErrors({ ...errors, confirmation: null })
        }}
      />
      <Button type="submit" tone="primary" size="large" className="w-full" busy={busy}>
        {busy ? t('Creating account...') : t('Create Account')}
      </Button>
      <LegalNote />
      <SignInLink email={email} />
    </form>
  )
}

function SignInLink({ email }: { email: string }) {
  const { state } = useLocation()
  return (
    <p className="text-center text-sm text-muted">
      {rich('Already have an account? <link>Sign in</link>', {
        link: (content) => (
          <Link to="/auth/login" state={{ ...state, typed: email }} className={textLinkClasses}>
            {content}
          </Link>
        ),
      })}
    </p>
  )
}

const LegalNote = () => (
  <p className="text-center text-xs text-balance text-muted">
    {rich(
      'By creating an account you agree to our <terms>Terms of Service</terms> and <privacy>Privacy ' +
        'Policy</privacy>.',
      {
        terms: (content) => (
          <Link to="/terms" className="rounded-sm underline underline-offset-2 hover:text-ink">
            {content}
          </Link>
        ),
        privacy: (content) => (
          <Link to="/privacy" className="rounded-sm underline underline-offset-2 hover:text-ink">
            {content}
          </Link>
        ),
      },
    )}
  </p>
)
