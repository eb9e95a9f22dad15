import { useState } from 'react'
import { type AuthenticatorSetup, enrollAuthenticator, removeUnverifiedFactors } from '../../api/account-factors.ts'
import type { Account } from '../../api/account.ts'
import { useProduct } from '../../api/product.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AuthenticatorConfirmForm } from './authenticator-confirm-form.tsx'
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
