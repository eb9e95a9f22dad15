import { type ReactNode, useState } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import type { Backfill } from '../../../../contract/functions/sort-existing.ts'
import { UndoMany } from '../../../features/undo/undo-many.tsx'
import { formatDateTime } from '../../../lib/format.ts'
import { t } from '../../../texts/translate.ts'

interface BackfillUndoProps {
  backfill: Backfill
  mailbox: Mailbox
  /** Shown before the button. */
  children: ReactNode
}

/** Undoes a backfill; hidden while the backfill runs. */
export function BackfillUndo({ backfill, mailbox, children }: BackfillUndoProps) {
  const { id, state, sorted, startedAt } = backfill
  // Stays mounted after the undo, when nothing counts as sorted any more: the dialog shows the result.
  const [wasShown, setWasShown] = useState(false)
  const isShown = state !== 'running' && (wasShown || sorted > 0)
  if (isShown !== wasShown) setWasShown(isShown)
  if (!isShown) return null
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      {children}
      {mailbox.status === 'active' && (
        <UndoMany
          mailboxId={mailbox.id}
          what={{ kind: 'backfill', backfillId: id }}
          title={t('Undo Sorting Existing Email')}
          about={t('Emails that the run of {date} sorted', { date: formatDateTime(startedAt) })}
        >
          {t('Undo…')}
        </UndoMany>
      )}
    </div>
  )
}
