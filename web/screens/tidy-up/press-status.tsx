import { Check, Undo2 } from 'lucide-react'
import type { TidyUpPress } from '../../../contract/functions/tidy-up.ts'
import { safeText } from '../../lib/safe-text.ts'
import { t, tn } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Press } from './use-presses.ts'

interface PressStatusProps {
  press: Press
  known: readonly TidyUpPress[]
  title: string
  onUndo: () => void
}

/** What a press in this window has done, and its undo. */
export function PressStatus({ press, known, title, onUndo }: PressStatusProps) {
  const { target, emails, isMoving, step, serverIds } = press
  const parts = known.filter(({ id }) => serverIds.includes(id))
  const shown = { folder: target?.name ?? null, emails: emails.length, isMoving, step }
  const isUndoing = step === 'undoing' || parts.some(({ state }) => state === 'undoing')
  const isBusy = isUndoing || step === 'sending' || parts.some(({ state }) => state === 'running')
  return (
    <StatusLine
      text={pressText(shown, parts)}
      isBusy={isBusy}
      isUndoing={isUndoing}
      undoName={t('Undo: {group}', { group: title })}
      onUndo={onUndo}
    />
  )
}

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
