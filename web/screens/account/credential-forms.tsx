import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Account, accountKeys, changeEmail, changePassword, sendChangeCode } from '../../api/account.ts'
import { authErrorMessage, hasCode } from '../../api/auth-failure.ts'
import { verifyPassword } from '../../api/reauthentication.ts'
import { EmailCodeField, PasswordOrCodeToggle } from '../../features/reauthentication/email-code-field.tsx'
import {
  codeError,
  confirmationError,
  currentPasswordError,
  emailError,
  newPasswordError,
} from '../../forms/field-validation.ts'
import { NewPasswordField } from '../../forms/new-password-field.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { type FieldState, trimmed, useFormFields } from '../../forms/use-form-fields.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

const emptyFields = { current: '', code: '', next: '', confirmation: '' }

/** Also sets the first password of users who signed up with a provider; they confirm with a code sent by email. */
export function PasswordForm({ account }: { account: Account }) {
  const { formRef, values, field, showErrors, reset } = useFormFields(emptyFields)
  const { current, code, next, confirmation } = values
  const [byCode, setByCode] = useState(!account.hasPassword)
  const { busy, submit } = usePasswordChange(account.email, {
    onChanged: () => {
      reset()
      setByCode(false)
    },
    onError: (error) =>
      showErrors({
        current: wrongPasswordError(error),
        next: hasCode(error, 'weak_password', 'same_password') ? authErrorMessage(error, '') : null,
      }),
  })

  const validateAndSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const credential = byCode ? { code: codeError(code) } : { current: currentPasswordError(current) }
    const rest = { next: newPasswordError(next), confirmation: confirmationError(next, confirmation) }
    if (showErrors({ ...credential, ...rest })) submit(byCode ? { next, code } : { next, current })
  }

  return (
    <form ref={formRef} onSubmit={validateAndSubmit} noValidate className="max-w-md space-y-5">
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={account.email} />
      <CredentialField
        account={account}
        byCode={byCode}
        onByCode={setByCode}
        {...(byCode ? field('code', trimmed) : field('current'))}
      />
      <NewPasswordField label={t('New Password')} name="new-password" {...field('next')} />
      <PasswordField
        label={t('Confirm New Password')}
        name="confirm-password"
        autoComplete="new-password"
        {...field('confirmation')}
      />
      <Button type="submit" tone="primary" size="large" busy={busy} className="max-sm:w-full">
        {busy ? t('Updating...') : t('Update Password')}
      </Button>
    </form>
  )
}

type PasswordChange = { next: string; current: string } | { next: string; code: string }

interface PasswordChangeResult {
  onChanged: () => void
  onError: (error: unknown) => void
}

function usePasswordChange(email: string, { onChanged, onError }: PasswordChangeResult) {
  const client = useQueryClient()
  return useSubmission(async (change: PasswordChange) => {
    const byCode = 'code' in change
    try {
      if (!byCode) await verifyPassword({ email, password: change.current })
      await changePassword(change.next, byCode ? { nonce: change.code } : { current_password: change.current })
      toastSuccess(t('Password updated successfully'), t('Your password has been changed.'))
      onChanged()
      await client.invalidateQueries({ queryKey: accountKeys.all })
    } catch (error) {
      const fallback = byCode ? t('Please try again later.') : t('Please check your current password and try again.')
      toastError(t('Failed to update password'), authErrorMessage(error, fallback))
      onError(error)
    }
  })
}

export function EmailForm({ account }: { account: Account }) {
  const client = useQueryClient()
  const { formRef, values, field, showErrors, reset } = useFormFields({ email: '', password: '', code: '' })
  const { email, password, code } = values
  const [byCode, setByCode] = useState(!account.hasPassword)

  const { busy, submit } = useSubmission(async () => {
    try {
      if (!byCode) await verifyPassword({ email: account.email, password })
      await changeEmail(email, byCode ? { nonce: code } : { current_password: password })
      toastSuccess(t('Email update initiated'), t('Please check your new email for a confirmation link.'))
      reset()
      await client.invalidateQueries({ queryKey: accountKeys.all })
    } catch (error) {
      toastError(t('Failed to update email'), authErrorMessage(error, t('Please check your password and try again.')))
      showErrors({ password: wrongPasswordError(error) })
    }
  })
  const validateAndSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const credential = byCode ? { code: codeError(code) } : { password: currentPasswordError(password) }
    if (showErrors({ email: emailError(email), ...credential })) submit(undefined)
  }

  return (
    <form ref={formRef} onSubmit={validateAndSubmit} noValidate className="max-w-md space-y-5">
      <TextField
        label={t('New Email Address')}
        type="email"
        name="new-email"
        autoComplete="email"
        inputMode="email"
        {...field('email', trimmed)}
      />
      <CredentialField
        account={account}
        byCode={byCode}
        onByCode={setByCode}
        {...(byCode ? field('code', trimmed) : field('password'))}
      />
      <Button type="submit" tone="primary" size="large" busy={busy} className="max-sm:w-full">
        {busy ? t('Updating...') : t('Update Email Address')}
      </Button>
    </form>
  )
}

interface CredentialFieldProps extends FieldState {
  account: Account
  byCode: boolean
  onByCode: (byCode: boolean) => void
}

/** Authorizes a change of the account: the current password, or a code sent by email. */
function CredentialField({ account, byCode, onByCode, ...field }: CredentialFieldProps) {
  const toggle = account.hasPassword && <PasswordOrCodeToggle byCode={byCode} onChange={onByCode} />
  return byCode ? (
    <EmailCodeField email={account.email} send={sendChangeCode} aside={toggle} {...field} />
  ) : (
    <PasswordField
      label={t('Current Password')}
      name="current-password"
      autoComplete="current-password"
      aside={toggle}
      {...field}
    />
  )
}

/** Shown at the field for the current password; null for other failures. */
const wrongPasswordError = (error: unknown): string | null =>
  hasCode(error, 'invalid_credentials') ? t('This is not your current password.') : null
