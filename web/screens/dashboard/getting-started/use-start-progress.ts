import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { firstLogQuery, type HistoryEntry } from '../../../api/processing-logs.ts'
import { useMailboxes } from '../../../features/mailbox/active-mailbox.tsx'
import { firstEmailAwaitedPrefix, foldersCheckedPrefix } from '../../../lib/user-storage.ts'

export interface StartProgress {
  isConnected: boolean
  isChecked: boolean
  isOn: boolean
  /** The first email that was looked at; null: none yet. */
  firstEmail: HistoryEntry | null
  stepsDone: number
  /** Email has come, or this is not known. Sorting that was switched off later is no matter of the first steps. */
  isComplete: boolean
  /** The user waits for the first email, or it came while they were elsewhere. */
  isAwaited: boolean
}

export const startSteps = 4

/**
 * How far the user has come with the active mailbox; null while it loads.
 * @param isNeeded false: nothing is requested
 */
export function useStartProgress(isNeeded: boolean): StartProgress | null {
  const { active, expectedId, state } = useMailboxes()
  const { data, isPending, isFetched } = useQuery({
    ...firstLogQuery(expectedId ?? ''),
    // It stays the first one.
    enabled: ({ state: { data: first } }) =>
      isNeeded && expectedId !== null && (!first || first.status === 'processing'),
  })
  if (state === 'loading' || (active !== null && isPending && !isFetched)) return null
  const firstEmail = data ?? null
  const isConnected = active !== null
  const isOn = active !== null && (active.has_webhook || active.polling)
  const isChecked = active !== null && (firstEmail !== null || areFoldersChecked(active.id))
  const stepsDone = [isConnected, isChecked, isOn, firstEmail !== null].filter(Boolean).length
  const isComplete = firstEmail !== null || (isFetched && data === undefined)
  const isAwaited = active !== null && localStorage.getItem(awaitedKey(active.id)) !== null
  return { isConnected, isChecked, isOn, firstEmail, stepsDone, isComplete, isAwaited }
}

const storageKey = (mailboxId: string): string => `${foldersCheckedPrefix}${mailboxId}`

/** Whether the user has opened the folders of this mailbox. Stored in the browser: it is a hint, not a setting. */
const areFoldersChecked = (mailboxId: string): boolean => localStorage.getItem(storageKey(mailboxId)) !== null

export const recordFoldersChecked = (mailboxId: string): void => localStorage.setItem(storageKey(mailboxId), 'yes')

const awaitedKey = (mailboxId: string): string => `${firstEmailAwaitedPrefix}${mailboxId}`

/** Until the first email was shown, so that it shows also to a user who was on another page when it came. */
export function useFirstEmailAwaited(mailboxId: string | undefined, isAwaited: boolean): void {
  useEffect(() => {
    if (mailboxId === undefined) return
    if (isAwaited) localStorage.setItem(awaitedKey(mailboxId), 'yes')
    else localStorage.removeItem(awaitedKey(mailboxId))
  }, [mailboxId, isAwaited])
}
