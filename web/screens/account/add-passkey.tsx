import { useState } from 'react'
import type { Account } from '../../api/account.ts'
import { addPasskey, removeUnverifiedFactors } from '../../api/account-factors.ts'
import { PasskeyUnavailable } from '../../api/second-step.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastSuccess } from '../../lib/toast.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { uniqueName } from './unique-name.ts'
import { FactorNameForm } from './factor-name-form.tsx'
import { errorMessage } from './error-message.ts'
import { t } from '../../texts/translate.ts'

interface AddPasskeyProps {
  account: Account
  onClose: () => void
  onAdded: () => void
}

export function AddPasskey({ account, onClose, onAdded }: AddPasskeyProps) {
  const [error, setError] = useState<string | null>(null)
  const { busy, submit } = useSubmission(async (name: string) => {
    setError(null)
    try {
      await removeUnverifiedFactors(account.unverifiedFactors)
      await addPasskey(name)
      toastSuccess(t('Passkey added'))
      onAdded()
    } catch (failure) {
      setError(
        failure instanceof PasskeyUnavailable
          ? t('The browser did not create a passkey. Please try again.')
          : errorMessage(failure),
      )
    }
  })
  return (
    <Dialog
      onClose={onClose}
      title={t('Add passkey')}
      description={t(
        'Your fingerprint, your face, your screen lock or a security key proves that it is you. ' +
          'Your browser asks for it next.',
      )}
    >
      <FactorNameForm
        hint={t('For example, the device that stores it')}
        suggestion={uniqueName(t('Passkey'), account.factors)}
        taken={account.factors}
        busy={busy}
        busyLabel={t('Waiting for your device...')}
        submitLabel={t('Continue')}
        error={<ErrorNotice className="mt-4">{error}</ErrorNotice>}
        onCancel={onClose}
        onSubmit={submit}
      />
    </Dialog>
  )
}
