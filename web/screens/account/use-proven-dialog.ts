import { useState } from 'react'
import { toastError } from '../../lib/toast.ts'
import { isCancelled, useProof } from './proof.tsx'
import { said } from './said.ts'

interface ProvenDialog<Name extends string> {
  shown: Name | null
  open: (name: Name) => void
  close: () => void
}

/** Dialogs that only the account's owner may open: who they are is asked before the first step, not in the middle. */
export function useProvenDialog<Name extends string>(): ProvenDialog<Name> {
  const { ensureProof } = useProof()
  const [shown, setShown] = useState<Name | null>(null)
  const [opening, setOpening] = useState(false)
  return {
    shown,
    // Its button stays as it is meanwhile: a disabled one would lose the focus, to which the dialog gives it back.
    open: (name) => {
      if (opening) return
      setOpening(true)
      ensureProof()
        .then(
          () => setShown(name),
          (error: unknown) => {
            if (!isCancelled(error)) toastError('That did not work', said(error))
          },
        )
        .finally(() => setOpening(false))
        .catch(() => undefined)
    },
    close: () => setShown(null),
  }
}
