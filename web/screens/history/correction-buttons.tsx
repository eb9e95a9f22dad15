import { ArrowRight, FolderInput, FolderPlus, Inbox, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { EmailFolder } from '../../../contract/tables.ts'
import { messageOf } from '../../api/api-error.ts'
import { type HistoryEntry, useCorrectSorting, wasElsewhere } from '../../api/processing-logs.ts'
import { folderName } from '../../lib/folder-name.ts'
import { subjectText } from '../../lib/message-texts.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { safeText } from '../../lib/safe-text.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { rich } from '../../texts/rich.ts'
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

const delayedText = text('The mailbox does not respond right now. The email is moved as soon as it does.')

/** “Move to…”, “Undo”, and what fits an email in the inbox. The sorter learns from each correction. */
export function CorrectionButtons({ entry }: { entry: HistoryEntry }) {
  const corrections = useCorrections(entry)
  const { error, pending, isWaiting } = corrections
  const isLeft = entry.status === 'left' && entry.target_folder_id === null && !wasElsewhere(entry)
  const [open, setOpen] = useState<'move' | 'new-folder' | null>(null)
  const subject = subjectText(entry.subject)
  const back = entry.undo?.folder ?? t('Inbox')
  const isUndoing = pending === 'undo' || pending === 'take-back'

  return (
    <div className="mt-4 print:hidden">
      <div className="flex flex-wrap gap-2">
        {likelyFolders(entry).map((folder) => (
          <Button
            key={folder.id}
            size="small"
            icon={<ArrowRight aria-hidden="true" />}
            paused={pending !== null}
            aria-label={t('Put “{subject}” into {folder}', { subject, folder: folder.name })}
            onClick={() => corrections.move(folder)}
          >
            <span>{rich('Put into {folder}', { folder: <bdi>{folder.name}</bdi> })}</span>
          </Button>
        ))}
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
                busy={pending === 'move'}
                aria-label={t('Always keep in the inbox: email like “{subject}”', { subject })}
                onClick={corrections.keep}
              >
                {t('Always keep in the inbox')}
              </Button>
            )}
          </>
        )}
        {(entry.undo !== null || (entry.target_folder_id !== null && entry.corrected_at === null)) && (
          <Button
            size="small"
            icon={<Undo2 aria-hidden="true" />}
            busy={isUndoing}
            aria-label={isUndoing ? undefined : t('Undo: move “{subject}” back to {folder}', { subject, folder: back })}
            onClick={corrections.undo}
          >
            {isUndoing ? t('Undoing...') : t('Undo')}
          </Button>
        )}
      </div>
      {isWaiting && <p className="mt-3 text-muted">{t(delayedText)}</p>}
      <ErrorNotice className="mt-3">{error && messageOf(error)}</ErrorNotice>
      {open === 'new-folder' && (
        <NewFolderForMail entry={entry} onClose={() => setOpen(null)} onCreated={corrections.moveInto} />
      )}
      {open === 'move' && <MoveDialog entry={entry} onClose={() => setOpen(null)} onMoved={corrections.moved} />}
    </div>
  )
}

/** The next folders that the sorter thought of, if they exist. */
function likelyFolders(entry: HistoryEntry): { id: string; name: string }[] {
  if (entry.corrected_at !== null) return []
  const { runner_up_folder_id: first, second_choice_folder_id: second } = entry
  return [
    { id: first, name: entry.runner_up_folder },
    { id: second === first ? null : second, name: entry.second_choice_folder },
  ].flatMap(({ id, name }) =>
    id !== null && name !== null && id !== entry.target_folder_id ? [{ id, name: safeText(name) }] : [],
  )
}

/** Corrections of a message. The toast of each offers to undo it. */
function useCorrections(entry: HistoryEntry) {
  const { mutateAsync, isPending, variables, error } = useCorrectSorting(entry.id)
  // The mailbox does not respond: shown until the entry reports the correction.
  const [waitingSince, setWaitingSince] = useState<{ correctedAt: string | null } | null>(null)
  const before = entry.target_folder_id === null ? t('Inbox') : safeText(entry.target_folder)

  const wait = (destination: string): void => {
    setWaitingSince({ correctedAt: entry.corrected_at })
    toastSuccess(t('Moving to {destination}', { destination }), t(delayedText))
  }
  /** @param folderId the folder of the correction; null: the inbox */
  const retract = async (folderId: string | null, to: string): Promise<void> => {
    const { waiting } = await mutateAsync({ action: 'take-back', folderId })
    if (waiting) wait(to)
    else toastSuccess(t('Back in {folder}', { folder: to }), t('Nothing was learned.'))
  }
  const showResult = (waiting: boolean, to: { id: string | null; name: string }, title?: string): void => {
    if (waiting) return wait(to.name)
    const learned = to.id === null ? t('Similar emails will stay there.') : t('Similar emails will follow.')
    toastSuccess(title ?? t('Moved to {destination}', { destination: to.name }), learned, {
      label: t('Undo'),
      // The entry may no longer be shown.
      run: () => void retract(to.id, before).catch((e: unknown) => toastError(t('Undo failed'), messageOf(e))),
    })
  }
  const move = (to: { id: string | null; name: string }, title?: string): void =>
    // The notice shows an error.
    void mutateAsync({ action: 'move', folderId: to.id }).then(({ waiting }) => showResult(waiting, to, title), ignore)

  return {
    error,
    pending: isPending ? variables.action : null,
    isWaiting: waitingSince !== null && waitingSince.correctedAt === entry.corrected_at,
    moved: showResult,
    move,
    moveInto: (folder: EmailFolder) => move({ id: folder.id, name: folderName(folder) }),
    keep: () => move({ id: null, name: t('Inbox') }, t('Kept in the inbox')),
    undo: () => {
      if (entry.undo) return void retract(entry.target_folder_id, entry.undo.folder).catch(ignore)
      const inbox = { id: null, name: t('Inbox') }
      void mutateAsync({ action: 'undo' }).then(({ waiting }) => showResult(waiting, inbox), ignore)
    },
  }
}

const ignore = (): void => undefined
