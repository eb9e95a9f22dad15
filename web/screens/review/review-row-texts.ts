import { groupTitle, sendersText } from '../../features/mail/group-texts.ts'
import { senderText, subjectText } from '../../lib/message-texts.ts'
import { safeText } from '../../lib/safe-text.ts'
import { t, tn } from '../../texts/translate.ts'
import { likelyFolderOf, type ReviewRow } from './review-rows.ts'

/** Two fill the line on a phone. */
const maxSubjects = 2

/** The subject of a single email, else what the emails have in common. */
export function rowTitle({ emails, group }: ReviewRow): string {
  const [only] = emails
  return emails.length === 1 && only ? subjectText(only.subject) : groupTitle({ ...group, emails }, emails.length)
}

export function rowSenders({ emails, group }: ReviewRow): string {
  const [only] = emails
  return emails.length === 1 && only ? senderText(only.entry) : sendersText({ ...group, emails })
}

/** The different subjects of a group, newest first. */
export const rowSubjects = ({ emails }: ReviewRow): string =>
  [...new Set(emails.map(({ subject }) => subjectText(subject)))].slice(0, maxSubjects).join(' · ')

/** Name of the folder that is offered first; null for none, or for a deleted one. */
function likelyFolderName(row: ReviewRow): string | null {
  const id = likelyFolderOf(row)
  const name = row.emails.find(({ entry }) => entry.runner_up_folder_id === id)?.entry.runner_up_folder
  return id !== null && name ? safeText(name) : null
}

/** “Looks like Newsletters”. */
export function looksLike(row: ReviewRow): string {
  const folder = likelyFolderName(row)
  if (row.group.type === 'mixed' && row.emails.length > 1) return t('Different things')
  return folder === null
    ? t('No folder fits')
    : tn(row.emails.length, 'Looks like {folder}', 'Look like {folder}', { folder })
}

/** What follows an answer, for screen readers. */
export function describeNext(row: ReviewRow): string {
  const folder = likelyFolderName(row)
  const [only] = row.emails
  if (row.emails.length > 1 || !only) {
    const group = rowTitle(row)
    return folder === null
      ? t('Next: {group}', { group })
      : t('Next: {group}. Most likely: {folder}', { group, folder })
  }
  const mail = { subject: rowTitle(row), sender: senderText(only.entry, t('an unknown sender')) }
  return folder === null
    ? t('Next: {subject}, from {sender}', mail)
    : t('Next: {subject}, from {sender}. Most likely: {folder}', { ...mail, folder })
}
