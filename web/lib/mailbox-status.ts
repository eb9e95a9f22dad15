import type { Mailbox } from '../../contract/connected-mailbox.ts'
import { t } from '../texts/translate.ts'

/** A status that this version of the page does not know stays as it is. */
export function mailboxStatusText({ status }: Pick<Mailbox, 'status'>): string {
  if (status === 'active') return t('Active')
  if (status === 'reauth_required') return t('Needs a new sign-in')
  return status === 'unavailable' ? t('Not available') : status
}

/** Why a mailbox that is not active is not sorted, and what to do. */
export const sortingPausedText = ({ status }: Pick<Mailbox, 'status'>): string =>
  status === 'reauth_required'
    ? t('Sorting is paused. Reconnect this mailbox to continue.')
    : t('Sorting is paused until this mailbox is available again.')
