import type { TidyUpPress } from '../../../contract/functions/tidy-up.ts'
import type { EmailFolder } from '../../../contract/tables.ts'
import { errorMessageOr } from '../../api/api-error.ts'
import { folderName } from '../../lib/folder-name.ts'
import { toastError } from '../../lib/toast.ts'
import { Card } from '../../ui/card.tsx'
import { StatusLine } from './press-status.tsx'
import { pressText } from './press-text.ts'
import { usePressRequest } from './use-presses.ts'
import { t } from '../../texts/translate.ts'

interface EarlierPressesProps {
  mailboxId: string
  presses: readonly TidyUpPress[]
  folders: readonly EmailFolder[]
}

/** Presses of the last day from before, or from another window. */
export function EarlierPresses({ mailboxId, presses, folders }: EarlierPressesProps) {
  const request = usePressRequest(mailboxId)
  const shown = presses.filter(({ state }) => state !== 'undone')
  if (shown.length === 0) return null
  const nameOf = (id: string): string => {
    const folder = folders.find((each) => each.id === id)
    return folder ? folderName(folder) : t('a deleted folder')
  }
  const undo = (pressId: string): void =>
    void request({ action: 'undo', mailboxId, pressId }).catch((error: unknown) =>
      toastError(t('Undo failed'), errorMessageOr(error, t('Please try again.'))),
    )
  return (
    <Card title={t('Earlier, in the last day')} className="mt-6">
      <ul className="border-t border-line">
        {shown.map((press) => {
          const { id, folderId, emails, moved, notMoved, state } = press
          const folder = folderId === null ? null : nameOf(folderId)
          const isMoving = moved + notMoved > 0 || state === 'running'
          const text = pressText({ folder, emails, isMoving, step: 'sent' }, [press])
          return (
            <li key={id} className="border-t border-line px-5 py-2 first:border-t-0">
              <StatusLine
                text={text}
                isBusy={state === 'running' || state === 'undoing'}
                isUndoing={state === 'undoing'}
                undoName={t('Undo: {group}', { group: text })}
                onUndo={() => undo(id)}
              />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
