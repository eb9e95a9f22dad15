import { removeFactors } from '../../api/account-factors.ts'
import type { EnrolledFactor } from '../../api/account.ts'
import { SecondStepForm } from '../../features/reauthentication/second-step-form.tsx'
import { toastSuccess } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Dialog } from '../../ui/dialog.tsx'

interface RemoveFactorsProps {
  /** Factors to remove. */
  factors: readonly EnrolledFactor[]
  /** All factors of the account. */
  all: readonly EnrolledFactor[]
  onClose: () => void
  onRemoved: () => void
}

/** Requires the second step again, so that an unattended page is not enough to remove it. */
export function RemoveFactors({ factors, all, onClose, onRemoved }: RemoveFactorsProps) {
  const removesAll = factors.length === all.length
  const [only] = factors
  // Prefers a factor that stays: a session loses `aal2` when the factor that verified it is removed.
  const remaining = all.filter(({ id }) => !factors.some((factor) => factor.id === id))
  return (
    <Dialog
      onClose={onClose}
      title={
        removesAll ? t('Switch off two-step sign-in?') : t('Remove “{name}”?', { name: only?.name ?? t('Second step') })
      }
      description={
        removesAll
          ? t('Your password alone will then be enough to sign in. Your recovery codes stop working too.')
          : t('You can then no longer sign in with it. Confirm that it is you.')
      }
    >
      <SecondStepForm
        factors={removesAll ? all : remaining}
        tone="danger"
        submitLabel={removesAll ? t('Switch Off') : t('Remove')}
        busyLabel={removesAll ? t('Switching off...') : t('Removing...')}
        onCancel={onClose}
        onPassed={async (passed) => {
          await removeFactors([
            ...factors.filter(({ id }) => id !== passed.id),
            ...factors.filter(({ id }) => id === passed.id),
          ])
          toastSuccess(removesAll ? t('Two-step sign-in is off') : t('Second step removed'))
          onRemoved()
        }}
      />
    </Dialog>
  )
}
