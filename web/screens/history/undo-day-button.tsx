import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useMailboxes } from '../../features/mailbox/active-mailbox.tsx'
import { onDemand } from '../../lib/on-demand.tsx'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import type { HistorySearch } from './history-search.ts'

const UndoDayDialog = onDemand(async () => (await import('./undo-day-dialog.tsx')).UndoDayDialog, {
  failed: ({ onClose }) => onClose(),
})

/** Opens the dialog that undoes a day; a day that the history is filtered by is preselected. */
export function UndoDayButton({ search }: { search: HistorySearch }) {
  const { list } = useMailboxes()
  const [open, setOpen] = useState(false)
  const { mailbox, from, to } = search
  const known = list.some(({ id }) => id === mailbox)
  return (
    <>
      <Button icon={<Undo2 aria-hidden="true" />} disabled={list.length === 0} onClick={() => setOpen(true)}>
        {t('Undo a Day…')}
      </Button>
      {open && (
        <UndoDayDialog
          mailboxes={list}
          mailboxId={known ? mailbox : undefined}
          day={from !== undefined && from === to ? from : undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
