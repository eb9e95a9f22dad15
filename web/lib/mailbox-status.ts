import type { Mailbox } from '../../contract/connected-mailbox.ts'
import { t } from '../texts/translate.ts'

/** A status that this version of the page does not know stays as it is. */
export function mailboxStatusText({ status }: Pick<Mailbox, 'status'>): string {
  if (status === 'active') return t('Active')
  if (status === 'reauth_required') return t('Needs a new sign-in')
  return status === 'unavailable' ? t('Not available') : status
}
