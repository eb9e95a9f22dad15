import { useState } from 'react'
import { useBlocker } from '../routing/use-blocker.ts'
import { t } from '../texts/translate.ts'
import { ConfirmDialog, Dialog, type DialogProps } from '../ui/dialog.tsx'

interface UnsavedDialogProps extends DialogProps {
  /** Sentence that says what would be lost; null if nothing is unsaved. */
  unsaved: string | null
}

/** Dialog that asks before unsaved changes are discarded by Escape, a click outside or browser navigation. */
export function UnsavedDialog({ unsaved, onClose, ...dialog }: UnsavedDialogProps) {
  const [isClosing, setIsClosing] = useState(false)
  const blocked = useBlocker(unsaved !== null)
  const stay = (): void => {
    blocked?.reset()
    setIsClosing(false)
  }
  return (
    <>
      <Dialog {...dialog} onClose={() => (unsaved === null ? onClose() : setIsClosing(true))} />
      {(isClosing || blocked) && (
        <DiscardDialog unsaved={unsaved} onStay={stay} onDiscard={blocked?.proceed ?? onClose} />
      )}
    </>
  )
}

interface DiscardDialogProps {
  /** Sentence that says what would be lost. */
  unsaved: string | null
  onStay: () => void
  onDiscard: () => void
}

export const DiscardDialog = ({ unsaved, onStay, onDiscard }: DiscardDialogProps) => (
  <ConfirmDialog
    onCancel={onStay}
    onConfirm={() => onDiscard()}
    title={t('Discard your changes?')}
    description={unsaved}
    confirmLabel={t('Discard')}
    busyLabel={t('Discard')}
    busy={false}
  />
)
