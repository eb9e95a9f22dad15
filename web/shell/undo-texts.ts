import type { BulkUndo, NotUndoneReason } from '../../contract/functions/undo-sorting.ts'
import { formatCount, formatDate, formatNumber } from '../lib/format.ts'

/** Reasons why messages were not moved back; follows their number. */
export const notUndoneReasonTexts: Record<NotUndoneReason, string> = {
  back: 'in the inbox already',
  moved: 'moved by you meanwhile, and left where you put them',
  gone: 'no longer in the mailbox',
  refused: 'Outlook refused to move them',
  not_answered: 'Outlook did not answer for a day',
  canceled: 'not undone when you stopped it',
}

/** The same for a single message. */
export const notUndoneMessageTexts: Record<NotUndoneReason, string> = {
  back: 'In the inbox already',
  moved: 'You moved it',
  gone: 'No longer in the mailbox',
  refused: 'Outlook refused',
  not_answered: 'Outlook did not answer',
  canceled: 'Not undone',
}

export const undoScopeText = ({ what }: Pick<BulkUndo, 'what'>): string => {
  if (what.kind === 'day') return `Emails sorted on ${formatDate(`${what.day}T12:00:00`)}`
  return what.kind === 'backfill'
    ? 'Emails that a run over existing mail sorted'
    : 'Emails that a folder received since its instructions changed'
}

export const minutesText = (minutes: number): string =>
  minutes <= 1 ? 'Less than a minute' : `About ${formatCount(minutes, 'minute')}`

export const notUndoneCount = ({ leftAlone }: BulkUndo): number => leftAlone.reduce((sum, { mails }) => sum + mails, 0)

/** Progress, 0 to 100, without the messages that were left alone. */
export const undoPercent = (undo: BulkUndo): number => {
  const toUndo = undo.total - notUndoneCount(undo)
  return toUndo > 0 ? (undo.undone / toUndo) * 100 : 100
}

/** Text above the progress bar, or the result. */
export function undoStateText(undo: BulkUndo): string {
  const { state, undone, total } = undo
  if (state === 'running') return `${formatNumber(undone)} of ${formatCount(total - notUndoneCount(undo), 'email')}`
  const done = `${formatCount(undone, 'email')} ${undone === 1 ? 'is' : 'are'} back in the inbox.`
  return state === 'canceled' ? `Stopped. ${done}` : done
}
