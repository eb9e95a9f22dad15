import type { OwnFactor } from '../../api/account.ts'
import { removeFactors } from '../../api/account-factors.ts'
import { toastSuccess } from '../../lib/toast.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SecondStepForm } from './second-step-form.tsx'

interface RemoveFactorsProps {
  /** What goes. */
  factors: readonly OwnFactor[]
  /** What there is. */
  all: readonly OwnFactor[]
  onClose: () => void
  onRemoved: () => void
}

/** Taking a second step away takes that step once more: an open page on an unwatched desk must not be enough. */
export function RemoveFactors({ factors, all, onClose, onRemoved }: RemoveFactorsProps) {
  const isOff = factors.length === all.length
  const [only] = factors
  // By a step that stays, where one does: a session is worth no more than the factor it was passed with.
  const staying = all.filter(({ id }) => !factors.some((factor) => factor.id === id))
  return (
    <Dialog
      onClose={onClose}
      title={isOff ? 'Turn off two-step sign-in?' : `Remove ${only?.name ?? 'this'}?`}
      description={
        isOff
          ? 'Your password alone will then be enough to sign in. Your recovery codes stop working too.'
          : 'It can no longer be used to sign in. Prove once more that it is you.'
      }
    >
      <SecondStepForm
        factors={isOff ? all : staying}
        tone="danger"
        submitLabel={isOff ? 'Turn Off' : 'Remove'}
        busyLabel={isOff ? 'Turning off...' : 'Removing...'}
        onCancel={onClose}
        onPassed={async (passed) => {
          await removeFactors([
            ...factors.filter(({ id }) => id !== passed.id),
            ...factors.filter(({ id }) => id === passed.id),
          ])
          toastSuccess(isOff ? 'Two-step sign-in is off' : 'Second step removed')
          onRemoved()
        }}
      />
    </Dialog>
  )
}
