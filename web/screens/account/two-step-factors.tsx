import { Fingerprint, Smartphone } from 'lucide-react'
import type { EnrolledFactor } from '../../api/account.ts'
import { supportsPasskeys } from '../../api/second-step.ts'
import { Button } from '../../ui/button.tsx'
import { FactorRow } from './factor-row.tsx'
import { RecoveryCodesRow } from './recovery-codes-row.tsx'
import { t } from '../../texts/translate.ts'

interface TwoStepFactorsProps {
  factors: readonly EnrolledFactor[]
  onRemove: (factor: EnrolledFactor) => void
  onOpen: (dialog: 'app' | 'passkey' | 'codes') => void
}

/** The user's second factors, and the buttons that add one. */
export function TwoStepFactors({ factors, onRemove, onOpen }: TwoStepFactorsProps) {
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
