import type { MailPlace } from '../../api/correct-sorting.ts'
import { type HistoryEntry, wasElsewhere } from '../../api/processing-logs.ts'
import { safeText } from '../../lib/safe-text.ts'
import { t, text } from '../../texts/translate.ts'

export const delayedText = text('The mailbox does not respond right now. The email is moved as soon as it does.')

/** Named when it is shown: modules run before the language is known. */
export const inbox = (): MailPlace => ({ id: null, name: t('Inbox') })

/** The next folders that the decision has stored, if they exist. */
export function likelyFolders(entry: HistoryEntry): MailPlace[] {
  if (entry.corrected_at !== null || wasElsewhere(entry)) return []
  const { runner_up_folder_id: first, second_choice_folder_id: second } = entry
  return [
    // It goes there anyway.
    { id: entry.reason === 'delayed' ? null : first, name: entry.runner_up_folder },
    { id: second === first ? null : second, name: entry.second_choice_folder },
  ].flatMap(({ id, name }) =>
    id !== null && name !== null && id !== entry.target_folder_id ? [{ id, name: safeText(name) }] : [],
  )
}
