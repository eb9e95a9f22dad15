import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { passwordMinLength } from '../../../contract/limits.ts'
import { hasCode, saidBy } from '../../api/auth-failure.ts'
import { choosePassword } from '../../api/auth.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { newPasswordHint } from '../../forms/new-password-hint.ts'

interface Problems {
  password: string | null
  confirmation: string | null
}
const fine: Problems = { password: null, confirmation: null }

/** The same rules and words as where a password is changed (specification §5). */
const problemsOf = (password: string, confirmation: string): Problems => ({
  password:
    password.length < passwordMinLength ? `New password must be at least ${passwordMinLength} characters` : null,
  confirmation: confirmation === password ? null : "Passwords don't match",
})

/** For somebody whom the link of an e-mail has signed in. @param onExpired the link was opened too long ago to still be proof enough */
export function NewPassword({ email, onExpired }: { email: string; onExpired: () => void }) {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [problems, setProblems] = useState(fine)

  const { busy, submit } = useSubmission(async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const found = problemsOf(password, confirmation)
    setProblems(found)
    const wrong = found.password ? 'password' : found.confirmation ? 'confirm-password' : null
    if (wrong) return form.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
    try {
      await choosePassword(password)
      toastSuccess('Password updated successfully', 'Your password has been changed.')
      await navigate({ to: '/dashboard', replace: true })
    } catch (error) {
      if (hasCode(error, 'reauthentication_needed', 'session_not_found')) return onExpired()
      const said = saidBy(error, 'Please try again later.')
      if (hasCode(error, 'weak_password', 'same_password')) setProblems({ ...fine, password: said })
      toastError('Failed to update password', said)
    }
  })

  return (
    <AuthFrame
      title="Choose a new password"
      description={
        <>
          For <strong className="font-medium text-ink">{email}</strong>. You stay signed in here; everywhere else you
          are signed out.
        </>
      }
    >
      <form onSubmit={submit} noValidate className="mt-8 space-y-5">
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="New Password"
          name="password"
          autoComplete="new-password"
          required
          hint={newPasswordHint}
          error={problems.password}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordField
          label="Confirm New Password"
          name="confirm-password"
          autoComplete="new-password"
          required
          error={problems.confirmation}
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
        />
        <Button type="submit" tone="primary" size="large" className="w-full" busy={busy}>
          {busy ? 'Updating...' : 'Update Password'}
        </Button>
      </form>
    </AuthFrame>
  )
}
