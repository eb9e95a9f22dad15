import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fingerprint, KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { createRecoveryCodes, recoveryCodesQuery } from '../../api/account-functions.ts'
import { accountKeys, accountQuery, type EnrolledFactor } from '../../api/account.ts'
import { supportsPasskeys } from '../../api/second-step.ts'
import { isCancelled, useReauthentication } from '../../features/reauthentication/reauthentication-provider.tsx'
import { formatDate } from '../../lib/format.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { safeText } from '../../lib/safe-text.ts'
import { toastError } from '../../lib/toast.ts'
import { t, tn } from '../../texts/translate.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { errorMessage } from './error-message.ts'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import { LoadFailure } from '../../forms/load-failure.tsx'
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

interface TwoStepFactorsProps {
  factors: readonly EnrolledFactor[]
  onRemove: (factor: EnrolledFactor) => void
  onOpen: (dialog: 'app' | 'passkey' | 'codes') => void
}

/** The user's second factors, and the buttons that add one. */
function TwoStepFactors({ factors, onRemove, onOpen }: TwoStepFactorsProps) {
  const isOn = factors.length > 0
  return (
    <>
      {isOn && (
        <ul aria-label={t('Your second steps')} className="divide-y divide-line border-b border-line">
          {factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} onRemove={() => onRemove(factor)} />
          ))}
          <RecoveryCodesRow onMake={() => onOpen('codes')} />
        </ul>
      )}
      <div className="flex flex-wrap gap-2 px-5 py-4">
        <Button icon={<Smartphone aria-hidden="true" />} onClick={() => onOpen('app')} className="max-sm:w-full">
          {t('Add Authenticator App')}
        </Button>
        <Button
          icon={<Fingerprint aria-hidden="true" />}
          disabled={!supportsPasskeys()}
          title={supportsPasskeys() ? undefined : t('This browser has no passkeys')}
          onClick={() => onOpen('passkey')}
          className="max-sm:w-full"
        >
          {t('Add Passkey')}
        </Button>
      </div>
    </>
  )
}

function FactorRow({ factor, onRemove }: { factor: EnrolledFactor; onRemove: () => void }) {
  const isApp = factor.kind === 'app'
  const Picture = isApp ? Smartphone : Fingerprint
  const name = safeText(factor.name)
  return (
    <li className="flex min-h-19 flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3.5">
      <Picture aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-40">
        <h3 className="font-medium wrap-anywhere">{name}</h3>
        <InlineFacts
          of={[
            isApp ? t('Authenticator app') : t('Passkey'),
            t('added {date}', { date: formatDate(factor.createdAt) }),
          ]}
        />
      </div>
      <Button size="small" onClick={onRemove} aria-label={t('Remove {name}', { name })}>
        {t('Remove')}
      </Button>
    </li>
  )
}

/** With this many recovery codes or fewer the account page suggests new ones. */
const recoveryCodesLow = 2

function RecoveryCodesRow({ onMake }: { onMake: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(recoveryCodesQuery)
  const remaining = data?.remaining ?? 0
  const isLow = data !== undefined && remaining <= recoveryCodesLow
  return (
    <li className="flex min-h-19 flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3.5">
      <KeyRound aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-2.25rem)]">
        <h3 className="font-medium">{t('Recovery Codes')}</h3>
        {data ? (
          <p className={`text-sm ${isLow ? 'text-warn' : 'text-muted'}`}>
            {remaining === 0
              ? t('None left. Without one, losing your phone means losing your account.')
              : tn(
                  remaining,
                  '{count} code left, for signing in without your second step',
                  '{count} codes left, for signing in without your second step',
                )}
          </p>
        ) : error ? (
          <p className="text-sm text-bad">{errorMessage(error)}</p>
        ) : (
          <Skeleton className="my-1 h-3 w-40" />
        )}
      </div>
      <div className="max-sm:ml-9">
        {error ? (
          <RetryButton
            size="small"
            busy={isFetching}
            onRetry={() => refetch()}
            aria-label={t('Load recovery codes again')}
          />
        ) : (
          <Button size="small" tone={isLow ? 'primary' : 'secondary'} onClick={onMake}>
            {t('Create New Codes')}
          </Button>
        )}
      </div>
    </li>
  )
}
