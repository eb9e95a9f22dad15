import { type FormEvent, useState } from 'react'
import { authErrorMessage, hasCode } from '../../api/auth-failure.ts'
import { setNewPassword } from '../../api/auth.ts'
import { confirmationError, newPasswordError } from '../../forms/field-validation.ts'
import { NewPasswordField } from '../../forms/new-password-field.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { navigate } from '../../routing/router.ts'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { AuthFrame } from './auth-frame.tsx'

interface NewPasswordScreenProps {
  email: string
  /** Called if the session is too old to set a password. */
  onExpired: () => void
}

interface FieldErrors {
  password?: string | null
  confirmation?: string | null
}

/** Needs a session from an email link. */
export function NewPasswordScreen({ email, onExpired }: NewPasswordScreenProps) {
  return (
    <AuthFrame
      title={t('Choose a new password')}
      description={rich('For {email}. You stay signed in here; everywhere else you are signed out.', {
        email: <strong className="font-medium text-ink">{email}</strong>,
      })}
    >
      <NewPasswordForm email={email} onExpired={onExpired} />
    </AuthFrame>
  )
}

function NewPasswordForm({ email, onExpired }: NewPasswordScreenProps) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})

  const { busy, submit } = useSubmission(async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const invalid = { password: newPasswordError(password), confirmation: confirmationError(password, confirmation) }
    setErrors(invalid)
    const firstInvalid = invalid.password ? 'password' : invalid.confirmation ? 'confirm-password' : null
    if (firstInvalid) return form.querySelector<HTMLInputElement>(`[name=${firstInvalid}]`)?.focus()
    try {
      await setNewPassword(password)
      toastSuccess(t('Password updated successfully'), t('Your password has been changed.'))
      await navigate({ to: '/dashboard', replace: true })
    } catch (error) {
      if (hasCode(error, 'reauthentication_needed', 'session_not_found')) return onExpired()
      const message = authErrorMessage(error, t('Please try again later.'))
      if (hasCode(error, 'weak_password', 'same_password')) setErrors({ password: message })
      toastError(t('Failed to update password'), message)
    }
  })

  return (
    <form onSubmit={submit} noValidate className="mt-8 space-y-5">
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField
        label={t('New Password')}
        name="password"
        required
        error={errors.password}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label={t('Confirm New Password')}
        name="confirm-password"
        autoComplete="new-password"
        required
        error={errors.confirmation}
        value={confirmation}
        onChange={(event) => setConfirmation(event.target.value)}
      />
      <Button type="submit" tone="primary" size="large" className="w-full" busy={busy}>
        {busy ? t('Updating...') : t('Update Password')}
      </Button>
    </form>
  )
}
