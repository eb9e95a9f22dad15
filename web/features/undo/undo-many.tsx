import { Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { UndoneSorting } from '../../../contract/functions/undo-sorting.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { Button } from '../../ui/button.tsx'

const UndoDialog = onDemand(async () => (await import('./undo-dialog.tsx')).UndoDialog, {
  failed: ({ onClose }) => onClose(),
})

interface UndoManyProps {
  mailboxId: string
  what: UndoneSorting
  title: string
  /** Description of the emails, as the beginning of a sentence: "Emails that …". */
  about: string
  size?: 'small' | 'medium'
  children: ReactNode
}

/** Button that opens the dialog of a bulk undo. */
export function UndoMany({ mailboxId, what, title, about, size = 'small', children }: UndoManyProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size={size} icon={<Undo2 aria-hidden="true" />} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {open && (
        <UndoDialog mailboxId={mailboxId} what={what} title={title} about={about} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
