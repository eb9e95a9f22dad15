import { FolderInput, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { isPermanent, messageOf } from '../../api/api-error.ts'
import { type HistoryEntry, useCorrectSorting } from '../../api/processing-logs.ts'
import { safeText } from '../../lib/safe-text.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

const MoveDialog = onDemand(async () => (await import('../../shell/move-dialog.tsx')).MoveDialog, {
  failed: ({ onClose }) => onClose(),
})

const later = 'Outlook does not answer right now. The mail is moved as soon as it does.'

/** Move to… and Undo: the user's last word, which also teaches. */
export function CorrectionButtons({ entry }: { entry: HistoryEntry }) {
  const undo = useCorrectSorting(entry.id)
  const [choosing, setChoosing] = useState(false)
  // What Outlook has not done yet; said until the row tells that it is.
  const [waitingSince, setWaitingSince] = useState<{ correctedAt: string | null } | null>(null)
  const waiting = waitingSince !== null && waitingSince.correctedAt === entry.corrected_at
  const subject = safeText(entry.subject ?? '') || 'No subject'

  const done = (isWaiting: boolean, place: string): void => {
    if (isWaiting) setWaitingSince({ correctedAt: entry.corrected_at })
    toastSuccess(isWaiting ? `Moving to ${place}` : `Moved to ${place}`, isWaiting ? later : undefined)
  }
  const startUndo = (): void =>
    undo.mutate('undo', {
      onSuccess: (answer) => done(answer.waiting, 'Inbox'),
      onError: (error) =>
        // A refusal is told beside the buttons: it says what became of this very mail.
        isPermanent(error) || toastError('Undo failed', 'Failed to move the email back. Please try again.'),
    })

  return (
    <div className="mt-4">
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<FolderInput aria-hidden="true" />}
          aria-label={`Move “${subject}” to…`}
          onClick={() => setChoosing(true)}
        >
          Move to…
        </Button>
        {entry.target_folder_id !== null && (
          <Button
            size="small"
            icon={<Undo2 aria-hidden="true" />}
            busy={undo.isPending}
            aria-label={undo.isPending ? undefined : `Undo: move “${subject}” back to the inbox`}
            onClick={startUndo}
          >
            {undo.isPending ? 'Undoing...' : 'Undo'}
          </Button>
        )}
      </div>
      {waiting && <p className="mt-3 text-muted">{later}</p>}
      {isPermanent(undo.error) && (
        <div className="mt-3">
          <Notice tone="bad" role="alert">
            {messageOf(undo.error)}
          </Notice>
        </div>
      )}
      {choosing && (
        <MoveDialog
          entry={entry}
          onClose={() => setChoosing(false)}
          onMoved={(isWaiting, { name }) => done(isWaiting, name)}
        />
      )}
    </div>
  )
}
