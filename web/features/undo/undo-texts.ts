import type { BulkUndo, NotUndoneReason } from '../../../contract/functions/undo-sorting.ts'
import { formatDate } from '../../lib/format.ts'
import { t, text, tn } from '../../texts/translate.ts'

/** Reasons why messages were not moved back; follows their number. */
export const notUndoneReasonTexts: Record<NotUndoneReason, string> = {
  back: text('in the inbox already'),
  moved: text('moved or deleted since, and left where they are'),
  gone: text('no longer in the mailbox'),
  refused: text('the mailbox refused to move them'),
  not_answered: text('the mailbox did not respond for a day'),
  canceled: text('not undone when you stopped it'),
}

/** The same for a single message. */
export const notUndoneMessageTexts: Record<NotUndoneReason, string> = {
  back: text('In the inbox already'),
  moved: text('Moved or deleted since'),
  gone: text('No longer in the mailbox'),
  refused: text('The mailbox refused'),
  not_answered: text('The mailbox did not respond'),
  canceled: text('Not undone'),
}

export const undoScopeText = ({ what }: Pick<BulkUndo, 'what'>): string => {
  if (what.kind === 'day') return t('Emails sorted on {date}', { date: formatDate(`${what.day}T12:00:00`) })
  return what.kind === 'backfill'
    ? t('Emails that a run over existing emails sorted')
    : t('Emails that a folder received since its instructions changed')
}

export const minutesText = (minutes: number): string =>
  minutes <= 1 ? t('Less than a minute') : tn(minutes, 'About {count} minute', 'About {count} minutes')

export const notUndoneCount = ({ leftAlone }: BulkUndo): number => leftAlone.reduce((sum, { mails }) => sum + mails, 0)

/** Progress, 0 to 100, without the messages that were left alone. */
export const undoPercent = (undo: BulkUndo): number => {
  const toUndo = undo.total - notUndoneCount(undo)
  return toUndo > 0 ? (undo.undone / toUndo) * 100 : 100
}

/** Text above the progress bar, or the result. */
export function undoStateText(undo: BulkUndo): string {
  const { state, undone, total } = undo
  if (state === 'running')
    return tn(total - notUndoneCount(undo), '{undone} of {count} email', '{undone} of {count} emails', { undone })
  const done = tn(undone, '{count} email is back in the inbox.', '{count} emails are back in the inbox.')
  return state === 'canceled' ? `${t('Stopped.')} ${done}` : done
}
