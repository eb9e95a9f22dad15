import { useQueryClient } from '@tanstack/react-query'
import { Check, Undo2 } from 'lucide-react'
import type { TidyUpPress } from '../../../contract/functions/tidy-up.ts'
import type { EmailFolder } from '../../../contract/tables.ts'
import { errorMessageOr } from '../../api/api-error.ts'
import { folderName } from '../../lib/folder-name.ts'
import { safeText } from '../../lib/safe-text.ts'
import { toastError } from '../../lib/toast.ts'
import { t, tn } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useFocusHandover } from '../../ui/use-focus-handover.ts'
import { requestPress } from './press-requests.ts'

interface StatusLineProps {
  text: string
  isBusy: boolean
  isUndoing: boolean
  undoName: string
  onUndo: () => void
}

export const StatusLine = ({ text, isBusy, isUndoing, undoName, onUndo }: StatusLineProps) => (
  <div className="flex min-h-9 items-center justify-between gap-3 text-sm">
    <p className="flex min-w-0 items-center gap-2 [&_svg]:size-4 [&_svg]:shrink-0">
      {isBusy ? <Spinner /> : <Check aria-hidden="true" className="text-good" />}
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
    <Button
      ref={useFocusHandover()}
      size="small"
      tone="quiet"
      icon={<Undo2 aria-hidden="true" />}
      paused={isUndoing}
      aria-label={undoName}
      onClick={onUndo}
    >
      {t('Undo')}
    </Button>
  </div>
)

interface ShownPress {
  /** Null: left in the inbox. */
  folder: string | null
  emails: number
  isMoving: boolean
  step: 'sending' | 'sent' | 'undoing'
}

/** What a press has done so far. @param parts what the server reports of it */
export function pressText({ folder: name, emails, isMoving, step }: ShownPress, parts: readonly TidyUpPress[]): string {
  if (step === 'undoing' || parts.some(({ state }) => state === 'undoing')) return t('Undoing…')
  if (step === 'sending') return t('Saving…')
  if (name === null) return tn(emails, 'Stays in the inbox', 'Stay in the inbox')
  const folder = safeText(name)
  const sum = (count: (press: TidyUpPress) => number): number => parts.reduce((all, press) => all + count(press), 0)
  const moved = sum((press) => press.moved)
  const left = sum((press) => press.notMoved)
  if (!isMoving) return t('Learned: such emails go to “{folder}”', { folder })
  if (parts.some(({ state }) => state === 'running'))
    return tn(emails, 'Moved {moved} of {count} to “{folder}”', 'Moved {moved} of {count} to “{folder}”', {
      moved,
      folder,
    })
  const done = tn(moved, '{count} email is in “{folder}”', '{count} emails are in “{folder}”', { folder })
  return left === 0
    ? done
    : tn(left, '{done}; {count} was moved or deleted before', '{done}; {count} were moved or deleted before', { done })
}

interface EarlierPressesProps {
  mailboxId: string
  presses: readonly TidyUpPress[]
  folders: readonly EmailFolder[]
}

/** Presses of the last day from before, or from another window. */
export function EarlierPresses({ mailboxId, presses, folders }: EarlierPressesProps) {
  const client = useQueryClient()
  const shown = presses.filter(({ state }) => state !== 'undone')
  if (shown.length === 0) return null
  const nameOf = (id: string): string => {
    const folder = folders.find((each) => each.id === id)
    return folder ? folderName(folder) : t('a deleted folder')
  }
  const undo = (pressId: string): void =>
    void requestPress(client, { action: 'undo', mailboxId, pressId }).catch((error: unknown) =>
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
