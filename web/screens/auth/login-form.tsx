import { Link, useLocation } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { saidBy, signIn } from '../../api/auth.ts'
import { takeReturnedProblem } from '../../api/returned-session.ts'
import { prepareAuthClient } from '../../api/session.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { safeText } from '../../lib/safe-text.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { linkLook } from './link-look.ts'
import { useAfterSignIn } from './use-after-sign-in.ts'

export function LoginForm() {
  const goOn = useAfterSignIn()
  const { state } = useLocation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')

  useEffect(() => {
    const problem = takeReturnedProblem()
    if (problem) toastError('Login failed', safeText(problem))
  }, [])

  const { busy, submit } = useSubmission(async (event: FormEvent) => {
    event.preventDefault()
    try {
      await signIn({ email: email.trim(), password })
      toastSuccess('Signed in successfully')
      await goOn()
    } catch (error) {
      toastError('Login failed', saidBy(error, 'Please check your credentials and try again.'))
    }
  })

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
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        aside={
          <Link to="/auth/reset-password" className={`text-sm ${linkLook}`}>
            Forgot password?
          </Link>
        }
      />
      <Button type="submit" tone="primary" size="large" className="w-full" busy={busy}>
        {busy ? 'Signing in...' : 'Sign In'}
      </Button>
      <p className="text-center text-sm text-muted">
        Don’t have an account?{' '}
        <Link to="/auth/$type" params={{ type: 'signup' }} state={state} className={linkLook}>
          Sign up
        </Link>
      </p>
    </form>
  )
}
