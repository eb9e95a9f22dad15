import { Link, useLocation } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { passwordMinLength } from '../../../contract/limits.ts'
import { hasCode, authErrorMessage } from '../../api/auth-failure.ts'
import { signUp } from '../../api/auth.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from './email-field.tsx'
import { textLinkClasses } from './text-link-classes.ts'
import { newPasswordHint } from '../../forms/new-password-hint.ts'
import { useAfterSignIn } from './use-after-sign-in.ts'
import { useTypedEmail } from './use-typed-email.ts'

const fallback = 'Please try again later.'

/** @param onConfirm called with the address if it has to be confirmed first */
export function SignupForm({ onConfirm }: { onConfirm: (email: string) => void }) {
  const completeSignIn = useAfterSignIn()
  const { state } = useLocation()
  const [email, setEmail] = useTypedEmail()
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [weakness, setWeakness] = useState<string | null>(null)

  const { busy, submit } = useSubmission(async (event: FormEvent) => {
    event.preventDefault()
    if (password !== confirmation) return toastError("Passwords don't match", 'Please ensure both passwords match.')
    try {
      const outcome = await signUp({ email: email.trim(), password }, state.from)
      if (outcome === 'confirm') onConfirm(email.trim())
      else await completeSignIn('Account created successfully')
    } catch (error) {
      if (hasCode(error, 'weak_password')) setWeakness(authErrorMessage(error, fallback))
      toastError('Sign up failed', authErrorMessage(error, fallback))
    }
  })

  return (
    <form onSubmit={submit} className="mt-8 space-y-5">
      <EmailField value={email} onChange={setEmail} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        required
        minLength={passwordMinLength}
        hint={newPasswordHint}
        error={weakness}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setWeakness(null)
        }}
      />
      <PasswordField
        label="Confirm password"
        name="confirm-password"
        autoComplete="new-password"
        required
        minLength={passwordMinLength}
        value={confirmation}
        onChange={(event) => setConfirmation(event.target.value)}
      />
      <Button type="submit" tone="primary" size="large" className="w-full" busy={busy}>
        {busy ? 'Creating account...' : 'Create Account'}
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
      Already have an account?{' '}
      <Link to="/auth/$type" params={{ type: 'login' }} state={{ ...state, typed: email }} className={textLinkClasses}>
        Sign in
      </Link>
    </p>
  )
}

const LegalNote = () => (
  <p className="text-center text-xs text-balance text-muted">
    By creating an account you agree to our{' '}
    <Link to="/terms" className="rounded-sm underline underline-offset-2 hover:text-ink">
      Terms of Service
    </Link>{' '}
    and{' '}
    <Link to="/privacy" className="rounded-sm underline underline-offset-2 hover:text-ink">
      Privacy Policy
    </Link>
    .
  </p>
)
