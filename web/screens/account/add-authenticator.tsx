import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type AuthenticatorSetup, enrollAuthenticator, removeUnverifiedFactors } from '../../api/account-factors.ts'
import type { Account } from '../../api/account.ts'
import { useProduct } from '../../api/product.tsx'
import { confirmWithCode } from '../../api/second-step.ts'
import { secondStepErrorMessage } from '../../forms/second-step-messages.ts'
import { useFormFields } from '../../forms/use-form-fields.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CopyButton } from '../../forms/copy-button.tsx'
import { errorMessage } from './error-message.ts'
import { FactorNameForm } from './factor-name-form.tsx'
import { uniqueName } from './unique-name.ts'

interface AddAuthenticatorProps {
  account: Account
  onClose: () => void
  onAdded: () => void
}

export function AddAuthenticator({ account, onClose, onAdded }: AddAuthenticatorProps) {
  const { name: issuer } = useProduct()
  const [setup, setSetup] = useState<AuthenticatorSetup | null>(null)

  const { busy, submit } = useSubmission(async (name: string) => {
    try {
      await removeUnverifiedFactors(account.unverifiedFactors)
      setSetup(await enrollAuthenticator(name, issuer))
    } catch (error) {
      toastError(t('Failed to add the app'), errorMessage(error))
    }
  })
  const cancel = (): void => {
    if (setup) void removeUnverifiedFactors([{ id: setup.factorId }])
    onClose()
  }

  return (
    <Dialog
      onClose={cancel}
      title={t('Add authenticator app')}
      description={
        setup
          ? t('Scan the picture with your app, then enter the code that it shows.')
          : t(
              'Any authenticator app works: Google Authenticator, Microsoft Authenticator, 1Password and many ' +
                'others.',
            )
      }
    >
      {setup ? (
        <AuthenticatorConfirmForm setup={setup} onCancel={cancel} onAdded={onAdded} />
      ) : (
        <FactorNameForm
          hint={t('So that you recognize it later')}
          suggestion={uniqueName(t('Authenticator app'), account.factors)}
          taken={account.factors}
          busy={busy}
          busyLabel={t('Preparing...')}
          submitLabel={t('Continue')}
          onCancel={cancel}
          onSubmit={submit}
        />
      )}
    </Dialog>
  )
}

interface AuthenticatorConfirmFormProps {
  setup: AuthenticatorSetup
  onCancel: () => void
  onAdded: () => void
}

/** Shows the secret of a new authenticator app and verifies the first code. */
function AuthenticatorConfirmForm({ setup, onCancel, onAdded }: AuthenticatorConfirmFormProps) {
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
