import { type FormEvent, useEffect, useRef, useState } from 'react'
import { authErrorMessage } from '../../api/auth-failure.ts'
import {
  type Reauthentication,
  reauthenticateWithCode,
  reauthenticateWithPassword,
  sendReauthenticationCode,
} from '../../api/reauthentication.ts'
import { codeError, currentPasswordError } from '../../forms/field-validation.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { trimmed, useFormFields } from '../../forms/use-form-fields.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { EmailCodeField } from './email-code-field.tsx'
import { PasswordOrCodeToggle } from './password-or-code-toggle.tsx'

interface FirstStepFormProps {
  email: string
  hasPassword: boolean
  onCancel: () => void
  onPassed: (reauthentication: Reauthentication) => Promise<void>
}

export function FirstStepForm({ email, hasPassword, onCancel, onPassed }: FirstStepFormProps) {
  const { formRef, values, field, setValue, showErrors } = useFormFields({ secret: '' })
  const { secret } = values
  const [byCode, setByCode] = useState(!hasPassword)
  const passwordInput = useRef<HTMLInputElement>(null)
  // The dialog would focus the toggle, which precedes the field.
  useEffect(() => passwordInput.current?.focus(), [])

  const { busy, submit } = useSubmission(async () => {
    try {
      await onPassed(
        byCode
          ? await reauthenticateWithCode(email, secret)
          : await reauthenticateWithPassword({ email, password: secret }),
      )
    } catch (error) {
      showErrors({ secret: authErrorMessage(error, t('Please try again later.')) })
    }
  })
  const validateAndSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (showErrors({ secret: byCode ? codeError(secret) : currentPasswordError(secret) })) submit(undefined)
  }
  const toggle = (nextByCode: boolean): void => {
    setByCode(nextByCode)
    setValue('secret', '')
  }
  const aside = hasPassword && <PasswordOrCodeToggle byCode={byCode} onChange={toggle} />

  return (
    <form ref={formRef} onSubmit={validateAndSubmit} noValidate className="mt-5">
      {byCode ? (
        <EmailCodeField
          email={email}
          send={() => sendReauthenticationCode(email)}
          aside={aside}
          {...field('secret', trimmed)}
        />
      ) : (
        <>
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordField
            label={t('Your Password')}
            name="current-password"
            autoComplete="current-password"
            ref={passwordInput}
            aside={aside}
            {...field('secret')}
          />
        </>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button type="submit" tone="primary" busy={busy}>
          {busy ? t('Checking...') : t('Continue')}
        </Button>
      </div>
    </form>
  )
}
