import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Account, accountKeys, changeEmail } from '../../api/account.ts'
import { authErrorMessage } from '../../api/auth-failure.ts'
import { verifyPassword } from '../../api/reauthentication.ts'
import { trimmed, useFormFields } from '../../forms/use-form-fields.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CredentialField } from './credential-field.tsx'
import { wrongPasswordError } from './wrong-password-error.ts'
import { codeError, currentPasswordError, emailError } from '../../forms/field-validation.ts'
import { t } from '../../texts/translate.ts'

export function EmailForm({ account }: { account: Account }) {
  const client = useQueryClient()
  const { formRef, values, field, showErrors, reset } = useFormFields({ email: '', password: '', code: '' })
  const { email, password, code } = values
  const [byCode, setByCode] = useState(!account.hasPassword)

  const { busy, submit } = useSubmission(async () => {
    try {
      if (!byCode) await verifyPassword({ email: account.email, password })
      await changeEmail(email, byCode ? { nonce: code } : { current_password: password })
      toastSuccess(
        t('Email update initiated'),
        t('Please check your new email for a confirmation link. Your present email gets one too; open both.'),
      )
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
