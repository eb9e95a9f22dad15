import type { QueryClient } from '@tanstack/react-query'
import type { FiledSenders } from '../../../contract/functions/senders.ts'
import { errorMessageOr, messageOf } from '../../api/api-error.ts'
import { fileSenders } from '../../api/senders.ts'
import { safeText } from '../../lib/safe-text.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t, tn } from '../../texts/translate.ts'
import type { ToastAction } from '../../ui/toast-store.ts'
import { requestPress } from './press-requests.ts'
import type { GivenAnswers } from './use-list-keys.ts'

interface SenderFiling {
  logId: string
  mailboxId: string
  address: string
  folder: { id: string; name: string }
}

const running = new Set<string>()

/** Files what a sender has in the inbox; its next emails follow. Another press meanwhile does nothing. */
export async function fileSender(client: QueryClient, filing: SenderFiling, answers: GivenAnswers): Promise<void> {
  const { logId, mailboxId, address, folder } = filing
  const key = `${mailboxId} ${address}`
  if (running.has(key)) return
  running.add(key)
  try {
    const filed = await fileSenders(client, mailboxId, { addresses: [address], folderId: folder.id, learn: true })
    const undo = (): void => {
      answers.remove(logId)
      void undoFiling(client, mailboxId, filed.pressIds)
    }
    if (filed.emails > 0) answers.add({ logId, undo })
    reportFiled(filed, folder.name, { label: t('Undo'), run: undo })
  } catch (error) {
    toastError(t('Move failed'), messageOf(error))
  } finally {
    running.delete(key)
  }
}

/** @param undo offered where emails are moved */
export function reportFiled({ emails: count, more }: FiledSenders, folder: string, undo?: ToastAction): void {
  if (count === 0) return toastSuccess(t('Nothing to move'), t('None of their emails waits in your inbox to be filed.'))
  toastSuccess(
    tn(count, 'Moving {count} email to “{folder}”', 'Moving {count} emails to “{folder}”', {
      folder: safeText(folder),
    }),
    more
      ? t('More of their emails are in your inbox: file them once these are moved.')
      : undo && t('Similar emails will follow.'),
    undo,
  )
}

async function undoFiling(client: QueryClient, mailboxId: string, pressIds: readonly string[]): Promise<void> {
  try {
    for (const pressId of pressIds) await requestPress(client, { action: 'undo', mailboxId, pressId })
    toastSuccess(t('Undone'), t('The emails are moved back to the inbox. Nothing was learned.'))
  } catch (error) {
    toastError(t('Undo failed'), errorMessageOr(error, t('Please try again.')))
  }
}
