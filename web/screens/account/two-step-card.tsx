import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fingerprint, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { accountKeys, accountQuery, type OwnFactor } from '../../api/account.ts'
import { makeRecoveryCodes } from '../../api/account-functions.ts'
import { passkeysWork } from '../../api/second-step.ts'
import { toastError } from '../../lib/toast.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { FactorRow } from './factor-row.tsx'
import { LoadFailure } from './load-failure.tsx'
import { isCancelled, useProof } from './proof.tsx'
import { RecoveryCodesRow } from './recovery-codes-row.tsx'
import { said } from './said.ts'
import { useProvenDialog } from './use-proven-dialog.ts'

const AddAuthenticator = onDemand(async () => (await import('./add-authenticator.tsx')).AddAuthenticator, {
  failed: ({ onClose }) => onClose(),
})
const AddPasskey = onDemand(async () => (await import('./add-passkey.tsx')).AddPasskey, {
  failed: ({ onClose }) => onClose(),
})
// Not closed where it cannot be had: it may hold codes that are shown this once.
const RecoveryCodes = onDemand(async () => (await import('./recovery-codes.tsx')).RecoveryCodes)
const RemoveFactors = onDemand(async () => (await import('./remove-factors.tsx')).RemoveFactors, {
  failed: ({ onClose }) => onClose(),
})

export function TwoStepCard() {
  const client = useQueryClient()
  const { data: account, error, isFetching, refetch } = useQuery(accountQuery)
  const dialog = useProvenDialog<'app' | 'passkey' | 'codes'>()
  const [leaving, setLeaving] = useState<readonly OwnFactor[] | null>(null)
  const { withProof } = useProof()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const factors = account?.factors ?? []
  const isOn = factors.length > 0

  /** The first second step comes with codes for the day when it is not at hand. */
  const added = async (): Promise<void> => {
    dialog.close()
    try {
      if (!isOn) setCodes(await withProof(makeRecoveryCodes))
    } catch (failure) {
      if (!isCancelled(failure)) toastError('Failed to make recovery codes', said(failure))
    }
    await client.invalidateQueries({ queryKey: accountKeys.all })
  }
  const removed = (): void => {
    setLeaving(null)
    void client.invalidateQueries({ queryKey: accountKeys.all })
  }

  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Two-Step Sign-In
          {account && <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>}
        </span>
      }
      description="A second proof when you sign in: a code from an app on your phone, or a passkey."
      actions={isOn && <Button onClick={() => setLeaving(factors)}>Turn Off</Button>}
    >
      <div className="border-t border-line">
        {account ? (
          <>
            {isOn && (
              <ul aria-label="Your second steps" className="divide-y divide-line border-b border-line">
                {factors.map((factor) => (
                  <FactorRow key={factor.id} factor={factor} onRemove={() => setLeaving([factor])} />
                ))}
                <RecoveryCodesRow onMake={() => dialog.open('codes')} />
              </ul>
            )}
            <div className="flex flex-wrap gap-2 px-5 py-4">
              <Button
                tone={isOn ? 'secondary' : 'primary'}
                icon={<Smartphone aria-hidden="true" />}
                onClick={() => dialog.open('app')}
                className="max-sm:w-full"
              >
                Add Authenticator App
              </Button>
              <Button
                icon={<Fingerprint aria-hidden="true" />}
                disabled={!passkeysWork()}
                title={passkeysWork() ? undefined : 'This browser has no passkeys'}
                onClick={() => dialog.open('passkey')}
                className="max-sm:w-full"
              >
                Add Passkey
              </Button>
            </div>
          </>
        ) : error ? (
          <LoadFailure what="Your second steps" error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={1} rowClassName="h-17" label="Loading your second steps..." />
        )}
      </div>
      {account && dialog.shown === 'app' && (
        <AddAuthenticator account={account} onClose={dialog.close} onAdded={() => void added()} />
      )}
      {account && dialog.shown === 'passkey' && (
        <AddPasskey account={account} onClose={dialog.close} onAdded={() => void added()} />
      )}
      {(dialog.shown === 'codes' || codes) && (
        <RecoveryCodes
          made={codes}
          onClose={() => {
            dialog.close()
            setCodes(null)
          }}
        />
      )}
      {leaving && (
        <RemoveFactors factors={leaving} all={factors} onClose={() => setLeaving(null)} onRemoved={removed} />
      )}
    </Card>
  )
}
