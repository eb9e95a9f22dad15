import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RecentEmail } from '../../../../contract/functions/preview-instructions.ts'
import { foldersQuery } from '../../../api/folders.ts'
import { folderName } from '../../../lib/folder-name.ts'
import { t } from '../../../texts/translate.ts'

/** Names a place of a preview. */
export function usePlaceText(mailboxId: string): (place: string) => string {
  const { data: folders = [] } = useQuery(foldersQuery(mailboxId))
  return (place) => {
    if (place === 'inbox') return t('Inbox')
    if (place === 'unsure') return t('Inbox, unsure')
    const found = folders.find(({ id }) => id === place)
    return found ? folderName(found) : t('a deleted folder')
  }
}

/** Why an email does not come into the folder whose instructions are edited. */
export function reasonText({ after, by, basis }: RecentEmail, place: string): string {
  if (by === 'known_person') return t('stays in the inbox: you know the sender')
  const stays = after === 'inbox' || after === 'unsure'
  if (by === 'condition' && basis === 'instructions')
    return stays
      ? t('stays in the inbox, by instructions that name the sender')
      : t('goes to {place}, by instructions that name the sender', { place })
  if (by === 'condition')
    return stays
      ? t('stays in the inbox, by a condition of yours')
      : t('goes to {place}, by a condition of yours', { place })
  if (by === 'correction')
    return stays
      ? t('stays in the inbox, as you have corrected this sender')
      : t('goes to {place}, as you have corrected this sender', { place })
  if (after === 'unsure') return t('waits for your review: not clear enough')
  return stays ? t('stays in the inbox') : t('goes to {place}', { place })
}

interface EmailLineProps {
  email: Pick<RecentEmail, 'subject' | 'from'>
  children: ReactNode
}

/** Subject, sender, and where the email goes. */
export const EmailLine = ({ email: { subject, from }, children }: EmailLineProps) => (
  <>
    <span dir="auto" className="block text-left wrap-anywhere">
      {subject || t('No subject')}
    </span>
    <span className="block text-muted">
      {from && <bdi className="mr-2 wrap-anywhere">{from}</bdi>}
      <span className="wrap-anywhere">{children}</span>
    </span>
  </>
)
