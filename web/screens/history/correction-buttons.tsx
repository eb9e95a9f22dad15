import { FolderInput, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { isPermanent, messageOf } from '../../api/api-error.ts'
import { type HistoryEntry, useCorrectSorting } from '../../api/processing-logs.ts'
import { subjectText } from '../../lib/message-texts.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'

const MoveDialog = onDemand(async () => (await import('../../shell/move-dialog.tsx')).MoveDialog, {
  failed: ({ onClose }) => onClose(),
})

const delayedText = 'Outlook does not answer right now. The mail is moved as soon as it does.'

/** “Move to…” and “Undo”: the user corrects the sorting, and the sorter learns from it. */
export function CorrectionButtons({ entry }: { entry: HistoryEntry }) {
  const undo = useCorrectSorting(entry.id)
  const [choosing, setChoosing] = useState(false)
  // Outlook is unavailable: shown until the entry reports the correction.
  const [waitingSince, setWaitingSince] = useState<{ correctedAt: string | null } | null>(null)
  const waiting = waitingSince !== null && waitingSince.correctedAt === entry.corrected_at
  const subject = subjectText(entry.subject)

  const showResult = (isWaiting: boolean, destination: string): void => {
    if (isWaiting) setWaitingSince({ correctedAt: entry.corrected_at })
    toastSuccess(
      isWaiting ? `Moving to ${destination}` : `Moved to ${destination}`,
      isWaiting ? delayedText : undefined,
    )
  }
  const startUndo = (): void =>
    undo.mutate('undo', {
      onSuccess: (answer) => showResult(answer.waiting, 'Inbox'),
      onError: (error) =>
        // A refusal is shown below the buttons: it is about this message.
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
      {waiting && <p className="mt-3 text-muted">{delayedText}</p>}
      <ErrorNotice className="mt-3">{isPermanent(undo.error) && messageOf(undo.error)}</ErrorNotice>
      {choosing && (
        <MoveDialog
          entry={entry}
          onClose={() => setChoosing(false)}
          onMoved={(isWaiting, { name }) => showResult(isWaiting, name)}
        />
      )}
    </div>
  )
}
