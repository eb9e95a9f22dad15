import type { TidyUpPress } from '../../../contract/functions/tidy-up.ts'
import { safeText } from '../../lib/safe-text.ts'
import { t, tn } from '../../texts/translate.ts'

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
