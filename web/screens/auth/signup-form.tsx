import { Link, useLocation } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { passwordMinLength } from '../../../contract/limits.ts'
import { saidBy, signUp } from '../../api/auth.ts'
import { prepareAuthClient } from '../../api/session.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { linkLook } from './link-look.ts'
import { useAfterSignIn } from './use-after-sign-in.ts'

export function SignupForm() {
  const goOn = useAfterSignIn()
  const { state } = useLocation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')

  const [mustConfirm, setMustConfirm] = useState(false)

  const { busy, submit } = useSubmission(async (event: FormEvent) => {
    event.preventDefault()
    if (password !== confirmation) return toastError("Passwords don't match", 'Please ensure both passwords match.')
    try {
      if ((await signUp({ email: email.trim(), password })) === 'confirm') return setMustConfirm(true)
      toastSuccess('Account created successfully')
      await goOn()
    } catch (error) {
      toastError('Sign up failed', saidBy(error, 'Please try again later.'))
    }
  })

  if (mustConfirm) {
    return (
      <div className="mt-8 space-y-5">
        <Notice tone="neutral" role="alert">
          <strong className="font-semibold">Check your email</strong>
          <br />
          We sent a link to {email.trim()}. Open it to confirm your address and to sign in.
        </Notice>
        <Link to="/auth/$type" params={{ type: 'login' }} state={state} className={`text-sm ${linkLook}`}>
          Back to sign in
        </Link>
      </div>
    )
  }

  return (
    <form onSubmit={submit} className="mt-8 space-y-5">
      <TextField
        label="Email"
        onFocus={prepareAuthClient}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        required
        minLength={passwordMinLength}
        hint={`At least ${passwordMinLength} characters`}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
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
      <p className="text-center text-xs text-muted">
        By creating an account you agree to our{' '}
        <a href="#terms" onClick={stay} className="underline underline-offset-2">
          Terms of Service
        </a>{' '}
        and{' '}
        <a href="#privacy" onClick={stay} className="underline underline-offset-2">
          Privacy Policy
        </a>
        .
      </p>
      <p className="text-center text-sm text-muted">
        Already have an account?{' '}
        <Link to="/auth/$type" params={{ type: 'login' }} state={state} className={linkLook}>
          Sign in
        </Link>
      </p>
    </form>
  )
}

/** The texts behind these links are the operator's, and not there yet. */
const stay = (event: { preventDefault: () => void }): void => event.preventDefault()
