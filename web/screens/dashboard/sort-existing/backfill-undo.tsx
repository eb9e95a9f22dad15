import { type ReactNode, useState } from 'react'
import type { Backfill } from '../../../../contract/functions/sort-existing.ts'
import type { Mailbox } from '../../../../contract/mailbox.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { UndoMany } from '../../../shell/undo-many.tsx'

interface BackfillUndoProps {
  backfill: Backfill
  mailbox: Mailbox
  /** Stands before the button. */
  children: ReactNode
}

/** Takes back what a run over existing mail has sorted, while it does not run. */
export function BackfillUndo({ backfill, mailbox, children }: BackfillUndoProps) {
  const { id, state, sorted, startedAt } = backfill
  // Once it is there it stays: what is undone counts as sorted no more, and its dialog shows what came of it.
  const [wasThere, setWasThere] = useState(false)
  const isThere = state !== 'running' && (wasThere || sorted > 0)
  if (isThere !== wasThere) setWasThere(isThere)
  if (!isThere) return null
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      {children}
      {mailbox.status === 'active' && (
        <UndoMany
          mailboxId={mailbox.id}
          what={{ kind: 'backfill', backfillId: id }}
          title="Undo Sorting Existing Mail"
          about={`Emails that the run of ${formatDateTime(startedAt)} sorted`}
        >
          Undo…
        </UndoMany>
      )}
    </div>
  )
}
