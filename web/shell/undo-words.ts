import type { BulkUndo, LeftAlone } from '../../contract/functions/undo-sorting.ts'
import { count, formatDate, formatNumber } from '../lib/format.ts'

/** Why mails were left alone, after their number. */
export const leftAloneWords: Record<LeftAlone, string> = {
  back: 'in the inbox already',
  moved: 'moved by you meanwhile, and left where you put them',
  gone: 'no longer in the mailbox',
  refused: 'Outlook refused to move them',
  not_answered: 'Outlook did not answer for a day',
  canceled: 'not undone when you stopped it',
}

/** The same of a single mail. */
export const leftMailWords: Record<LeftAlone, string> = {
  back: 'In the inbox already',
  moved: 'You moved it',
  gone: 'No longer in the mailbox',
  refused: 'Outlook refused',
  not_answered: 'Outlook did not answer',
  canceled: 'Not undone',
}

export const whatWords = ({ what }: Pick<BulkUndo, 'what'>): string => {
  if (what.kind === 'day') return `Emails sorted on ${formatDate(`${what.day}T12:00:00`)}`
  return what.kind === 'backfill'
    ? 'Emails that a run over existing mail sorted'
    : 'Emails that a folder received since its instructions changed'
}

export const minutesWords = (minutes: number): string =>
  minutes <= 1 ? 'Less than a minute' : `About ${count(minutes, 'minute')}`

export const leftTotal = ({ leftAlone }: BulkUndo): number => leftAlone.reduce((sum, { mails }) => sum + mails, 0)

/** Of what is not left alone, 0 to 100. */
export const undoPercent = (undo: BulkUndo): number => {
  const toUndo = undo.total - leftTotal(undo)
  return toUndo > 0 ? (undo.undone / toUndo) * 100 : 100
}

/** What stands above the bar, or in its place once it is over. */
export function stateWords(undo: BulkUndo): string {
  const { state, undone, total } = undo
  if (state === 'running') return `${formatNumber(undone)} of ${count(total - leftTotal(undo), 'email')}`
  const done = `${count(undone, 'email')} ${undone === 1 ? 'is' : 'are'} back in the inbox.`
  return state === 'canceled' ? `Stopped. ${done}` : done
}
