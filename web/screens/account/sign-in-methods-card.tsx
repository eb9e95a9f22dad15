import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unlinkProvider } from '../../api/account-methods.ts'
import { accountKeys, accountQuery, type SignInMethod } from '../../api/account.ts'
import { isCancelled, useReauthentication } from '../../features/reauthentication/reauthentication.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Card } from '../../ui/card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { errorMessage } from './error-message.ts'
import { LoadFailure } from './load-failure.tsx'
import { providerName } from './provider-name.ts'
import { SignInMethodsList } from './sign-in-methods-list.tsx'

const ConfirmDialog = onDemand(async () => (await import('../../ui/dialog.tsx')).ConfirmDialog, {
  failed: ({ onCancel }) => onCancel(),
})

export function SignInMethodsCard({ onPassword }: { onPassword: () => void }) {
  const { data: account, error, isFetching, refetch } = useQuery(accountQuery)
  const [removing, setRemoving] = useState<SignInMethod | null>(null)
  const removal = useRemoveMethod(() => setRemoving(null))
  return (
    <Card title={t('Sign-In Methods')} description={t('How you sign in to your account. One method has to stay.')}>
      <div className="border-t border-line">
        {account ? (
          <SignInMethodsList account={account} onPassword={onPassword} onRemove={setRemoving} />
        ) : error ? (
          <LoadFailure
            title={t('Your sign-in methods could not be loaded')}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows rows={3} rowClassName="h-17" label={t('Loading your sign-in methods...')} />
        )}
      </div>
      {removing && (
        <ConfirmDialog
          onCancel={() => setRemoving(null)}
          onConfirm={() => removal.submit(removing)}
          {...removalTexts(removing)}
          busy={removal.busy}
        />
      )}
    </Card>
  )
}

function useRemoveMethod(onDone: () => void) {
  const client = useQueryClient()
  const { withReauthentication } = useReauthentication()
  return useSubmission(async (method: SignInMethod) => {
    try {
      await withReauthentication(() => unlinkProvider(method))
      toastSuccess(
        method.provider === 'email'
          ? t('Password removed')
          : t('{provider} unlinked', { provider: providerName(method.provider) }),
      )
      await client.invalidateQueries({ queryKey: accountKeys.all })
    } catch (failure) {
      if (!isCancelled(failure))
        toastError(t('Failed to remove {provider}', { provider: providerName(method.provider) }), errorMessage(failure))
    } finally {
      onDone()
    }
  })
}

function removalTexts({ provider, email }: SignInMethod) {
  if (provider === 'email')
    return {
      title: t('Remove your password?'),
      description: t('You can then no longer sign in with it. You can set a new one at any time.'),
      confirmLabel: t('Remove'),
      busyLabel: t('Removing...'),
    }
  const account = email ?? providerName(provider)
  return {
    title: t('Unlink {provider}?', { provider: providerName(provider) }),
    description: t('You can then no longer sign in with {account}. You can link it again at any time.', { account }),
    confirmLabel: t('Unlink'),
    busyLabel: t('Unlinking...'),
  }
}
