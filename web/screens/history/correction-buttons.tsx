import { FolderInput, FolderPlus, Inbox, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { EmailFolder } from '../../../contract/tables.ts'
import { messageOf } from '../../api/api-error.ts'
import { type HistoryEntry, useCorrectSorting, wasElsewhere } from '../../api/processing-logs.ts'
import { folderName } from '../../lib/folder-name.ts'
import { subjectText } from '../../lib/message-texts.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { toastSuccess } from '../../lib/toast.ts'
import { t, text } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'

const MoveDialog = onDemand(async () => (await import('../../features/mail/move-dialog.tsx')).MoveDialog, {
  failed: ({ onClose }) => onClose(),
})

const NewFolderForMail = onDemand(
  async () => (await import('../../features/mail/new-folder-for-mail.tsx')).NewFolderForMail,
  {
    failed: ({ onClose }) => onClose(),
  },
)

const delayedText = text('Outlook does not respond right now. The email is moved as soon as it does.')

/** “Move to…”, “Undo”, and what fits an email in the inbox. The sorter learns from each correction. */
export function CorrectionButtons({ entry }: { entry: HistoryEntry }) {
  const undo = useCorrectSorting(entry.id)
  const move = useCorrectSorting(entry.id)
  const isLeft = entry.status === 'left' && entry.target_folder_id === null && !wasElsewhere(entry)
  const [open, setOpen] = useState<'move' | 'new-folder' | null>(null)
  // Outlook is unavailable: shown until the entry reports the correction.
  const [waitingSince, setWaitingSince] = useState<{ correctedAt: string | null } | null>(null)
  const waiting = waitingSince !== null && waitingSince.correctedAt === entry.corrected_at
  const subject = subjectText(entry.subject)

  const showResult = (isWaiting: boolean, destination: string): void => {
    if (isWaiting) setWaitingSince({ correctedAt: entry.corrected_at })
    toastSuccess(
      isWaiting ? t('Moving to {destination}', { destination }) : t('Moved to {destination}', { destination }),
      isWaiting ? t(delayedText) : undefined,
    )
  }
  const moveInto = (folder: EmailFolder): void =>
    move.mutate({ folderId: folder.id }, { onSuccess: (answer) => showResult(answer.waiting, folderName(folder)) })
  const keep = (): void =>
    move.mutate(
      { folderId: null },
      { onSuccess: () => toastSuccess(t('Kept in the inbox'), t('Email like it stays there from now on.')) },
    )
  const startUndo = (): void => undo.mutate('undo', { onSuccess: (answer) => showResult(answer.waiting, t('Inbox')) })
  // The result of the last press counts.
  const error = (undo.submittedAt > move.submittedAt ? undo : move).error

  return (
    <div className="mt-4 print:hidden">
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<FolderInput aria-hidden="true" />}
          aria-label={t('Move “{subject}” to…', { subject })}
          onClick={() => setOpen('move')}
        >
          {isLeft ? t('Put into…') : t('Move to…')}
        </Button>
        {isLeft && (
          <>
            <Button
              size="small"
              icon={<FolderPlus aria-hidden="true" />}
              aria-label={t('New folder for this… “{subject}”', { subject })}
              onClick={() => setOpen('new-folder')}
            >
              {t('New folder for this…')}
            </Button>
            {entry.corrected_at === null && (
              <Button
                size="small"
                icon={<Inbox aria-hidden="true" />}
                busy={move.isPending}
                aria-label={t('Always keep in the inbox: email like “{subject}”', { subject })}
                onClick={keep}
              >
                {t('Always keep in the inbox')}
              </Button>
            )}
          </>
        )}
        {entry.target_folder_id !== null && (
          <Button
            size="small"
            icon={<Undo2 aria-hidden="true" />}
            busy={undo.isPending}
            aria-label={undo.isPending ? undefined : t('Undo: move “{subject}” back to the inbox', { subject })}
            onClick={startUndo}
          >
            {undo.isPending ? t('Undoing...') : t('Undo')}
          </Button>
        )}
      </div>
      {waiting && <p className="mt-3 text-muted">{t(delayedText)}</p>}
      <ErrorNotice className="mt-3">{error && messageOf(error)}</ErrorNotice>
      {open === 'new-folder' && <NewFolderForMail entry={entry} onClose={() => setOpen(null)} onCreated={moveInto} />}
      {open === 'move' && (
        <MoveDialog
          entry={entry}
          onClose={() => setOpen(null)}
          onMoved={(isWaiting, { name }) => showResult(isWaiting, name)}
        />
      )}
    </div>
  )
}
