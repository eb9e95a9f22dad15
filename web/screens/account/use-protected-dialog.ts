import { useState } from 'react'
import { isCancelled, useReauthentication } from '../../features/reauthentication/reauthentication-provider.tsx'
import { toastError } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { errorMessage } from './error-message.ts'

interface ProtectedDialog<Name extends string> {
  shown: Name | null
  open: (name: Name) => void
  close: () => void
}

/** Dialogs that need a recent sign-in: asks for it before the dialog opens. */
export function useProtectedDialog<Name extends string>(): ProtectedDialog<Name> {
  const { ensureReauthenticated } = useReauthentication()
  const [shown, setShown] = useState<Name | null>(null)
  const [opening, setOpening] = useState(false)
  return {
    shown,
    // The button is not disabled meanwhile: it would lose the focus, which the dialog returns to it.
    open: (name) => {
      if (opening) return
      setOpening(true)
      ensureReauthenticated()
        .then(
          () => setShown(name),
          (error: unknown) => {
            if (!isCancelled(error)) toastError(t('That did not work'), errorMessage(error))
          },
        )
        .finally(() => setOpening(false))
        .catch(() => undefined)
    },
    close: () => setShown(null),
  }
}
