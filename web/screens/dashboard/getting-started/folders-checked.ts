import { foldersCheckedPrefix } from '../../../lib/user-storage.ts'

const storageKey = (mailboxId: string): string => `${foldersCheckedPrefix}${mailboxId}`

/** Whether the user has opened the folders of this mailbox. Stored in the browser: it is a hint, not a setting. */
export const areFoldersChecked = (mailboxId: string): boolean => localStorage.getItem(storageKey(mailboxId)) !== null

export const recordFoldersChecked = (mailboxId: string): void => localStorage.setItem(storageKey(mailboxId), 'yes')
