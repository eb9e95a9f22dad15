/** The user's time zone, where it is not the browser's. */
export const timeZoneKey = 'mailroom.time-zone'
/** Prefixes of further keys, one per user or mailbox (`localStorage`) or folder (`sessionStorage`). */
export const browserNotificationsPrefix = 'mailroom.browser-notifications.'
export const foldersCheckedPrefix = 'mailroom.folders-checked.'
export const instructionsDraftPrefix = 'mailroom.instructions-draft.'

/** Key in `sessionStorage`. */
export const waitingActionKey = 'mailroom.waiting-action'

/** Id of the mailbox that a user selected last in this browser. It outlives the session, for the same user only. */
export const activeMailboxId = (userId: string) => {
  const key = `mailroom.active-mailbox.${userId}`
  return {
    read: (): string | null => localStorage.getItem(key),
    store: (id: string): void => localStorage.setItem(key, id),
    clear: (): void => localStorage.removeItem(key),
  }
}

/**
 * Removes what the browser stores for the user, so that the next user of it finds nothing.
 * @param keepDrafts the session ended by itself: its user may return to unsaved text in this tab, and keeps their
 *   notifications
 */
export function clearUserStorage({ keepDrafts }: { keepDrafts: boolean }): void {
  sessionStorage.removeItem(waitingActionKey)
  removeKeys(localStorage, foldersCheckedPrefix)
  if (keepDrafts) return
  removeKeys(sessionStorage, instructionsDraftPrefix)
  removeKeys(localStorage, browserNotificationsPrefix)
  localStorage.removeItem(timeZoneKey)
}

function removeKeys(storage: Storage, prefix: string): void {
  for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
}
