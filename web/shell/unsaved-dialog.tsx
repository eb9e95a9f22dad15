import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog, Dialog, type DialogProps } from '../ui/dialog.tsx'

interface UnsavedDialogProps extends DialogProps {
  /** What would be lost, as a sentence; null where nothing is. */
  unsaved: string | null
}

/** A dialog in which a slip (Escape, a click beside it, the browser's way back) loses nothing that was changed without being asked. */
export function UnsavedDialog({ unsaved, onClose, ...dialog }: UnsavedDialogProps) {
  const [isClosing, setIsClosing] = useState(false)
  const leaving = useBlocker({
    // Who is signed out meanwhile goes, and nothing of theirs stays in sight.
    shouldBlockFn: ({ next }) => !next.pathname.startsWith('/auth'),
    disabled: unsaved === null,
    withResolver: true,
  })
  const stay = (): void => {
    leaving.reset?.()
    setIsClosing(false)
  }
  return (
    <>
      <Dialog {...dialog} onClose={() => (unsaved === null ? onClose() : setIsClosing(true))} />
      {(isClosing || leaving.status === 'blocked') && (
        <ConfirmDialog
          onCancel={stay}
          onConfirm={() => (leaving.proceed ?? onClose)()}
          title="Discard your changes?"
          description={unsaved}
          confirmLabel="Discard"
          busyLabel="Discard"
          busy={false}
        />
      )}
    </>
  )
}
