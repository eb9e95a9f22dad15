import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../texts/translate.ts'
import { ConfirmDialog, Dialog, type DialogProps } from '../ui/dialog.tsx'

interface UnsavedDialogProps extends DialogProps {
  /** Sentence that says what would be lost; null if nothing is unsaved. */
  unsaved: string | null
}

/** Dialog that asks before unsaved changes are discarded by Escape, a click outside or browser navigation. */
export function UnsavedDialog({ unsaved, onClose, ...dialog }: UnsavedDialogProps) {
  const [isClosing, setIsClosing] = useState(false)
  const blocker = useBlocker({
    // Never blocks the redirect after the session has ended: no data may stay visible.
    shouldBlockFn: ({ next }) => !next.pathname.startsWith('/auth'),
    disabled: unsaved === null,
    withResolver: true,
  })
  const stay = (): void => {
    blocker.reset?.()
    setIsClosing(false)
  }
  return (
    <>
      <Dialog {...dialog} onClose={() => (unsaved === null ? onClose() : setIsClosing(true))} />
      {(isClosing || blocker.status === 'blocked') && (
        <ConfirmDialog
          onCancel={stay}
          onConfirm={() => (blocker.proceed ?? onClose)()}
          title={t('Discard your changes?')}
          description={unsaved}
          confirmLabel={t('Discard')}
          busyLabel={t('Discard')}
          busy={false}
        />
      )}
    </>
  )
}
