import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Account, accountKeys, changePassword } from '../../api/account.ts'
import { authErrorMessage, hasCode } from '../../api/auth-failure.ts'
import { verifyPassword } from '../../api/reauthentication.ts'
import { NewPasswordField } from '../../forms/new-password-field.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { trimmed, useFormFields } from '../../forms/use-form-fields.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { wrongPasswordError } from './wrong-password-error.ts'
import { CredentialField } from './credential-field.tsx'
import { codeError, confirmationError, currentPasswordError, newPasswordError } from '../../forms/field-validation.ts'
import { t } from '../../texts/translate.ts'

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
