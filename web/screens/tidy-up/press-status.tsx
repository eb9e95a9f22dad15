import type { TidyUpPress } from '../../../contract/functions/tidy-up.ts'
import { pressText, StatusLine } from '../../features/mail/press-lines.tsx'
import { t } from '../../texts/translate.ts'
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
