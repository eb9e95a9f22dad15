import { ArrowRight, ExternalLink, FolderInput, FolderPlus, Inbox, Undo2, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { type HistoryEntry, isInInbox, isTagged } from '../../api/processing-logs.ts'
import type { Command } from '../../lib/commands.ts'
import { senderText, subjectText } from '../../lib/message-texts.ts'
import { t } from '../../texts/translate.ts'
import { suggestedKey } from './suggested-answer.ts'
import type { Corrections } from './use-corrections.ts'

/** What a button, its key and the palette do alike. Its name has the email or group that it is about. */
export interface EmailAction extends Command {
  key: string
  /** Of the button. */
  text: string
}

export interface EmailRowAction extends EmailAction {
  icon: ReactNode
}

interface EmailDialogs {
  moveTo: () => void
  newFolder: () => void
  /** Null: the mailbox has no links to its emails. */
  openInMailbox: (() => void) | null
}

/** What corrects where an email is, with one press each. Mailroom learns from each correction. */
export function emailActions(entry: HistoryEntry, corrections: Corrections, dialogs: EmailDialogs): EmailRowAction[] {
  const { undo, fileNow, fileSender, likely, canGoToInbox, move, moveToInbox } = corrections
  const { moveTo, newFolder, openInMailbox } = dialogs
  const subject = subjectText(entry.subject)
  const isInbox = isInInbox(entry)
  const [inboxText, inboxName] = isInbox
    ? [t('Keep in inbox'), t('Keep “{subject}” in the inbox', { subject })]
    : isTagged(entry)
      ? [t('Take the tag off'), t('Take the tag off “{subject}”', { subject })]
      : [t('Move to inbox'), t('Move “{subject}” to the inbox', { subject })]
  const all: (EmailRowAction | false | null)[] = [
    undo && {
      key: 'Z',
      icon: <Undo2 />,
      text: t('Undo'),
      name: t('Undo: move “{subject}” back to {folder}', { subject, folder: entry.undo?.folder ?? '' }),
      run: undo,
    },
    fileNow && {
      key: 'F',
      icon: <ArrowRight />,
      text: t('File now'),
      name: t('File “{subject}” now', { subject }),
      run: fileNow,
    },
    ...likely.map((folder, index) => ({
      key: String(index + 1),
      icon: <ArrowRight />,
      text: folder.name,
      name: t('Put “{subject}” into {folder}', { subject, folder: folder.name }),
      run: () => move(folder),
    })),
    {
      key: 'M',
      icon: <FolderInput />,
      text: isInbox ? t('Put into…') : t('Move to…'),
      name: t('Move “{subject}” to…', { subject }),
      run: moveTo,
    },
    canGoToInbox && {
      key: 'I',
      icon: <Inbox />,
      text: inboxText,
      name: inboxName,
      run: moveToInbox,
    },
    isInbox && {
      key: 'N',
      icon: <FolderPlus />,
      text: t('New folder for this…'),
      name: t('New folder for this… “{subject}”', { subject }),
      run: newFolder,
    },
    fileSender && {
      key: 'A',
      icon: <Users />,
      text: t('All from this sender into {folder}', { folder: fileSender.folder.name }),
      name: t('Put all from {sender} in the inbox into {folder}', {
        sender: senderText(entry),
        folder: fileSender.folder.name,
      }),
      run: fileSender.run,
    },
    openInMailbox && {
      key: 'O',
      icon: <ExternalLink />,
      text: t('Open in Outlook'),
      name: t('Open “{subject}” in Outlook', { subject }),
      run: openInMailbox,
    },
  ]
  return all.filter((action) => action !== null && action !== false)
}

/**
 * What `e` does with an email that stayed in the inbox: the suggested answer. An email that was filed or corrected
 * needs none: null.
 */
export function mainAction(entry: HistoryEntry, actions: readonly EmailRowAction[]): EmailRowAction | null {
  if (!isInInbox(entry) || entry.corrected_at !== null) return null
  const main = suggestedKey(entry)
  return actions.find(({ key }) => key === main) ?? actions.find(({ key }) => key === 'I') ?? null
}
