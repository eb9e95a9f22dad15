import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createRecoveryCodes } from '../../api/account-functions.ts'
import { accountKeys, accountQuery, type EnrolledFactor } from '../../api/account.ts'
import { isCancelled, useReauthentication } from '../../features/reauthentication/reauthentication.tsx'
import { onDemand } from '../../lib/on-demand.tsx'
import { toastError } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { errorMessage } from './error-message.ts'
import { LoadFailure } from './load-failure.tsx'
import { TwoStepFactors } from './two-step-factors.tsx'
import { useProtectedDialog } from './use-protected-dialog.ts'

const AddAuthenticator = onDemand(async () => (await import('./add-authenticator.tsx')).AddAuthenticator, {
  failed: ({ onClose }) => onClose(),
})
const AddPasskey = onDemand(async () => (await import('./add-passkey.tsx')).AddPasskey, {
  failed: ({ onClose }) => onClose(),
})
// Stays open if loading fails: it may have to show codes that exist only now.
const RecoveryCodes = onDemand(async () => (await import('./recovery-codes.tsx')).RecoveryCodes)
const RemoveFactors = onDemand(async () => (await import('./remove-factors.tsx')).RemoveFactors, {
  failed: ({ onClose }) => onClose(),
})

export function TwoStepCard() {
  const { data: account, error, isFetching, refetch } = useQuery(accountQuery)
  const dialog = useProtectedDialog<'app' | 'passkey' | 'codes'>()
  const [removing, setRemoving] = useState<readonly EnrolledFactor[] | null>(null)
  const factors = account?.factors ?? []
  const isOn = factors.length > 0
  const { newCodes, clearNewCodes, completeEnrollment, refreshAccount } = useEnrollment(isOn)

  const onAdded = (): void => {
    dialog.close()
    void completeEnrollment()
  }
  const onRemoved = (): void => {
    setRemoving(null)
    refreshAccount()
  }
  const closeCodes = (): void => {
    dialog.close()
    clearNewCodes()
  }
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          {t('Two-Step Sign-In')}
          {account && <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? t('On') : t('Off')}</Badge>}
        </span>
      }
      description={t('A second proof when you sign in: a code from an app on your phone, or a passkey.')}
      actions={isOn && <Button onClick={() => setRemoving(factors)}>{t('Switch Off')}</Button>}
    >
      <div className="border-t border-line">
        {account ? (
          <TwoStepFactors factors={factors} onRemove={(factor) => setRemoving([factor])} onOpen={dialog.open} />
        ) : error ? (
          <LoadFailure
            title={t('Your second steps could not be loaded')}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows rows={1} rowClassName="h-17" label={t('Loading your second steps...')} />
        )}
      </div>
      {account && dialog.shown === 'app' && (
        <AddAuthenticator account={account} onClose={dialog.close} onAdded={onAdded} />
      )}
      {account && dialog.shown === 'passkey' && (
        <AddPasskey account={account} onClose={dialog.close} onAdded={onAdded} />
      )}
      {(dialog.shown === 'codes' || newCodes) && <RecoveryCodes initialCodes={newCodes} onClose={closeCodes} />}
      {removing && (
        <RemoveFactors factors={removing} all={factors} onClose={() => setRemoving(null)} onRemoved={onRemoved} />
      )}
    </Card>
  )
}

/** The first second factor comes with recovery codes. */
function useEnrollment(hadFactors: boolean) {
  const client = useQueryClient()
  const { withReauthentication } = useReauthentication()
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null)
  const completeEnrollment = async (): Promise<void> => {
    try {
      if (!hadFactors) setNewCodes(await withReauthentication(createRecoveryCodes))
    } catch (failure) {
      if (!isCancelled(failure)) toastError(t('Failed to create recovery codes'), errorMessage(failure))
    }
    await client.invalidateQueries({ queryKey: accountKeys.all })
  }
  return {
    newCodes,
    clearNewCodes: () => setNewCodes(null),
    completeEnrollment,
    refreshAccount: () => void client.invalidateQueries({ queryKey: accountKeys.all }),
  }
}
