import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RecentEmail } from '../../../../contract/functions/preview-instructions.ts'
import { foldersQuery } from '../../../api/folders.ts'
import { folderName } from '../../../lib/folder-name.ts'

/** Names a place of a preview. */
export function usePlaceText(mailboxId: string): (place: string) => string {
  const { data: folders = [] } = useQuery(foldersQuery(mailboxId))
  return (place) => {
    if (place === 'inbox') return 'Inbox'
    if (place === 'unsure') return 'Inbox, unsure'
    const found = folders.find(({ id }) => id === place)
    return found ? folderName(found) : 'a folder that is gone'
  }
}

/** Why an email does not come into the folder whose instructions are edited. */
export function reasonText({ after, by, basis }: RecentEmail, place: string): string {
  if (by === 'known_person') return 'stays in the inbox: you know the sender'
  const to = after === 'inbox' || after === 'unsure' ? 'stays in the inbox' : `goes to ${place}`
  if (by === 'condition' && basis === 'instructions') return `${to}, by instructions that name the sender`
  if (by === 'condition') return `${to}, by a condition of yours`
  if (by === 'correction') return `${to}, as you have corrected this sender`
  return after === 'unsure' ? 'waits for your review: not clear enough' : to
}

interface EmailLineProps {
  email: Pick<RecentEmail, 'subject' | 'from'>
  children: ReactNode
}

/** Subject, sender, and where the email goes. */
export const EmailLine = ({ email: { subject, from }, children }: EmailLineProps) => (
  <>
    <span dir="auto" className="block text-left wrap-anywhere">
      {subject || 'No subject'}
    </span>
    <span className="block text-muted">
      {from && <bdi className="mr-2 wrap-anywhere">{from}</bdi>}
      <span className="wrap-anywhere">{children}</span>
    </span>
  </>
)
