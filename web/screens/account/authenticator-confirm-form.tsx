import { type FormEvent, useEffect, useRef } from 'react'
import type { AuthenticatorSetup } from '../../api/account-factors.ts'
import { confirmWithCode } from '../../api/second-step.ts'
import { secondStepErrorMessage } from '../../forms/second-step-messages.ts'
import { useFormFields } from '../../forms/use-form-fields.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastSuccess } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CopyButton } from './copy-button.tsx'
import { t } from '../../texts/translate.ts'

interface AuthenticatorConfirmFormProps {
  setup: AuthenticatorSetup
  onCancel: () => void
  onAdded: () => void
}

/** Shows the secret of a new authenticator app and verifies the first code. */
export function AuthenticatorConfirmForm({ setup, onCancel, onAdded }: AuthenticatorConfirmFormProps) {
  const { formRef, values, field, showErrors } = useFormFields({ code: '' })
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  const { busy, submit } = useSubmission(async () => {
    try {
      await confirmWithCode({ id: setup.factorId, kind: 'app', name: '' }, values.code)
      toastSuccess(t('Authenticator app added'))
      onAdded()
    } catch (error) {
      showErrors({ code: secondStepErrorMessage(error, 'digits') })
    }
  })
  const validateAndSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const isCode = /^\d{6}$/.test(values.code)
    if (showErrors({ code: isCode ? null : t('Please enter the 6 digits that your app shows') })) submit(undefined)
  }

  return (
    <form ref={formRef} onSubmit={validateAndSubmit} noValidate className="mt-5 space-y-5">
      <AuthenticatorSecret setup={setup} />
      <TextField
        label={t('Code from the App')}
        ref={input}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        className="font-mono tracking-wider"
        {...field('code', (text) => text.replaceAll(/\s/g, ''))}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button type="submit" tone="primary" busy={busy}>
          {busy ? t('Checking...') : t('Switch On')}
        </Button>
      </div>
    </form>
  )
}

function AuthenticatorSecret({ setup: { qrCode, secret } }: { setup: AuthenticatorSetup }) {
  return (
    <div className="flex flex-wrap items-center gap-5">
      <img
        src={qrCode}
        alt={t('QR code with the secret below')}
        width={176}
        height={176}
        className="size-44 rounded-lg border border-line"
      />
      <div className="min-w-40 flex-1">
        <p className="text-sm font-medium">{t('Or type this secret')}</p>
        <p className="mt-1 font-mono text-sm wrap-anywhere" translate="no">
          {inGroupsOfFour(secret)}
        </p>
        <CopyButton className="mt-2" copied={t('Secret copied')} text={secret} />
      </div>
    </div>
  )
}

/** Grouped for typing. */
const inGroupsOfFour = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret
