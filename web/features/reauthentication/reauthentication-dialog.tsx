import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { accountQuery } from '../../api/account.ts'
import { authErrorMessage } from '../../api/auth-failure.ts'
import {
  adoptSession,
  discardSession,
  reauthenticateWithCode,
  reauthenticateWithPassword,
  type Reauthentication,
  sendReauthenticationCode,
} from '../../api/reauthentication.ts'
import { useUser } from '../../api/signed-in-user.tsx'
import { codeError, currentPasswordError } from '../../forms/field-validation.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { trimmed, useFormFields } from '../../forms/use-form-fields.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmailCodeField, PasswordOrCodeToggle } from './email-code-field.tsx'
import { SecondStepForm } from './second-step-form.tsx'

interface ReauthenticationDialogProps {
  onDone: () => void
  onCancel: () => void
}

/** Asks for the password or a code by email, then for the second step if it is on. */
export function ReauthenticationDialog({ onDone, onCancel }: ReauthenticationDialogProps) {
  const user = useUser()
  const { data: account } = useQuery(accountQuery)
  const [firstStep, setFirstStep] = useState<Reauthentication | null>(null)

  const cancel = (): void => {
    if (firstStep) void discardSession(firstStep)
    onCancel()
  }
  const proceed = async (next: Reauthentication): Promise<void> => {
    if (next.pending.length > 0) return setFirstStep(next)
    await adoptSession(next)
    onDone()
  }

  return (
    <Dialog
      onClose={cancel}
      title={t('Confirm it’s you')}
      description={
        firstStep
          ? t('Two-step sign-in is on, so this change needs your second step too.')
          : t('Only you may make this change. Confirm it, so that no one else at your device can.')
      }
    >
      {firstStep ? (
        <SecondStepForm
          client={firstStep.client}
          factors={firstStep.pending}
          submitLabel={t('Continue')}
          busyLabel={t('Checking...')}
          onCancel={cancel}
          onPassed={() => proceed({ ...firstStep, pending: [] })}
        />
      ) : (
        <FirstStepForm
          email={account?.email ?? user.email}
          hasPassword={account?.hasPassword ?? true}
          onCancel={cancel}
          onPassed={proceed}
        />
      )}
    </Dialog>
  )
}

interface FirstStepFormProps {
  email: string
  hasPassword: boolean
  onCancel: () => void
  onPassed: (reauthentication: Reauthentication) => Promise<void>
}

function FirstStepForm({ email, hasPassword, onCancel, onPassed }: FirstStepFormProps) {
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
