import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EmailFolder } from '../../../contract/tables.ts'
import { errorMessageOr, messageOf } from '../../api/api-error.ts'
import { type Correction, type MailPlace, useCorrectSorting } from '../../api/correct-sorting.ts'
import { useFileNow } from '../../api/file-now.ts'
import { type HistoryEntry, isInInbox, isTagged } from '../../api/processing-logs.ts'
import { folderName } from '../../lib/folder-name.ts'
import { toastNotLoaded } from '../../lib/on-demand.tsx'
import { subjectText } from '../../lib/message-texts.ts'
import { delayedText, inbox, likelyFolders } from './mail-places.ts'
import type { GivenAnswers } from './use-list-keys.ts'
import { safeText } from '../../lib/safe-text.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'

export interface Corrections {
  /** The next likely folders, at most two. */
  likely: readonly MailPlace[]
  /** The email can be moved to the inbox, or be kept there from now on. */
  canGoToInbox: boolean
  /** The mailbox does not respond: until the entry reports the correction. */
  isWaiting: boolean
  move: (to: MailPlace) => void
  moveInto: (folder: EmailFolder) => void
  moveToInbox: () => void
  /** Retracts the last correction; null: there is none. */
  undo: (() => void) | null
  /** Files an email that stays in the inbox until later; null: it does not. */
  fileNow: (() => void) | null
  /** Files what its sender has in the inbox, into the folder that it is in or looks like; null: there is none. */
  fileSender: { folder: MailPlace; run: () => void } | null
}

/** Of the emails whose undo is being sent. A second press would send it again, as the entry is not replaced yet. */
const retracting = new Set<string>()

/** Whether the user can correct where the message is. */
export const isCorrectable = ({ status, reason }: HistoryEntry): boolean => status !== 'processing' && reason !== 'gone'

/** Corrections of a message, each shown at once. Its toast offers to undo it. */
export function useCorrections(entry: HistoryEntry, answers: GivenAnswers): Corrections {
  const { mutateAsync } = useCorrectSorting(entry)
  const [waitingSince, setWaitingSince] = useState<{ correctedAt: string | null } | null>(null)
  const before: MailPlace =
    entry.target_folder_id === null ? inbox() : { id: entry.target_folder_id, name: safeText(entry.target_folder) }

  /** @param report on success @returns whether it is carried out, now or later */
  const send = async (correction: Correction, failed: string, report: () => void): Promise<boolean> => {
    try {
      const { waiting } = await mutateAsync(correction)
      if (waiting) {
        setWaitingSince({ correctedAt: entry.corrected_at })
        toastSuccess(t('Moving to {destination}', { destination: correction.to.name }), t(delayedText))
      } else report()
      return true
    } catch (error) {
      const subject = subjectText(entry.subject)
      toastError(failed, t('“{subject}”: {error}', { subject, error: messageOf(error) }))
      return false
    }
  }
  const retract = async (from: string | null, to: MailPlace): Promise<void> => {
    if (retracting.has(entry.id)) return
    retracting.add(entry.id)
    answers.remove(entry.id)
    await send({ action: 'take-back', from, to }, t('Undo failed'), () =>
      toastSuccess(t('Back in {folder}', { folder: to.name }), t('Nothing was learned.')),
    )
    retracting.delete(entry.id)
  }
  const move = async (to: MailPlace): Promise<void> => {
    // The entry may no longer be shown.
    const undoMove = (): void => void retract(to.id, before)
    answers.add({ logId: entry.id, undo: undoMove })
    // It has an undo of its own, also where the one of an earlier move is still being sent.
    retracting.delete(entry.id)
    const isKept = to.id === null && (entry.target_folder_id === null || isTagged(entry))
    const isMoved = await send({ action: 'move', to }, t('Move failed'), () =>
      toastSuccess(
        isKept ? t('Kept in the inbox') : t('Moved to {destination}', { destination: to.name }),
        to.id === null ? t('Similar emails will stay there.') : t('Similar emails will follow.'),
        { label: t('Undo'), run: undoMove },
      ),
    )
    if (!isMoved) answers.remove(entry.id)
  }

  const { mutate: file } = useFileNow()
  const fileNow = (): void =>
    file(
      { action: 'one', logId: entry.id },
      { onError: (error) => toastError(t('Move failed'), errorMessageOr(error, t('Please try again.'))) },
    )

  const client = useQueryClient()
  const fileSender = (filing: SenderFolder): void =>
    void import('./file-sender.ts').then(
      (loaded) => loaded.fileSender(client, { logId: entry.id, mailboxId: entry.mailbox_id, ...filing }, answers),
      toastNotLoaded,
    )

  const { undo } = entry
  const sender = senderFolder(entry)
  return {
    likely: likelyFolders(entry),
    canGoToInbox: !isInInbox(entry) || (entry.status === 'left' && entry.corrected_at === null),
    isWaiting: waitingSince !== null && waitingSince.correctedAt === entry.corrected_at,
    move: (to) => void move(to),
    moveInto: (folder) => void move({ id: folder.id, name: folderName(folder) }),
    moveToInbox: () => void move(inbox()),
    undo: undo && (() => void retract(entry.target_folder_id, { id: undo.folderId, name: safeText(undo.folder) })),
    fileNow: entry.reason === 'delayed' ? fileNow : null,
    fileSender: sender && { folder: sender.folder, run: () => fileSender(sender) },
  }
}

interface SenderFolder {
  address: string
  folder: { id: string; name: string }
}

/** The sender of an email, and the folder that the email is in, goes to later, or looks like. */
function senderFolder(entry: HistoryEntry): SenderFolder | null {
  const { from_address: address, target_folder_id: targetId, runner_up_folder_id: laterId, runner_up_folder } = entry
  if (!address || entry.reason === 'assigned') return null
  const at = (id: string | null, name: string | null): SenderFolder | null =>
    id === null || name === null ? null : { address, folder: { id, name: safeText(name) } }
  if (entry.success) return at(targetId, entry.target_folder)
  if (entry.reason === 'delayed') return at(laterId, runner_up_folder)
  const [likely] = likelyFolders(entry)
  return likely ? at(likely.id, likely.name) : null
}
