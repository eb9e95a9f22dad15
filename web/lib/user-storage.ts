/** Key in `localStorage`: id of the mailbox that the user has selected. */
const activeMailboxKey = 'mailroom.active-mailbox'
/** The user's time zone, where it is not the browser's. */
export const timeZoneKey = 'mailroom.time-zone'
/** Prefixes of further keys, one per user or mailbox (`localStorage`) or folder (`sessionStorage`). */
export const browserNotificationsPrefix = 'mailroom.browser-notifications.'
export const foldersCheckedPrefix = 'mailroom.folders-checked.'
/** The user waits for the first email of this mailbox. */
export const firstEmailAwaitedPrefix = 'mailroom.first-email-awaited.'
export const instructionsDraftPrefix = 'mailroom.instructions-draft.'

/** Key in `sessionStorage`. */
export const waitingActionKey = 'mailroom.waiting-action'

export const readActiveMailboxId = (): string | null => localStorage.getItem(activeMailboxKey)
export const storeActiveMailboxId = (id: string): void => localStorage.setItem(activeMailboxKey, id)
export const clearActiveMailboxId = (): void => localStorage.removeItem(activeMailboxKey)

/** The mailbox that a user selected last in this browser. It outlives the session, as hashes that name no one. */
export const lastMailbox = (userId: string) => {
  const key = `mailroom.last-mailbox.${shortHash(userId)}`
  return {
    is: ({ id }: { id: string }): boolean => localStorage.getItem(key) === shortHash(id),
    store: (id: string): void => localStorage.setItem(key, shortHash(id)),
  }
}

/**
 * Removes what the browser stores for the user, so that the next user of it finds nothing.
 * @param keepDrafts the session ended by itself: its user may return to unsaved text in this tab, and keeps their
 *   notifications
 */
export function clearUserStorage({ keepDrafts }: { keepDrafts: boolean }): void {
  clearActiveMailboxId()
  sessionStorage.removeItem(waitingActionKey)
  removeKeys(localStorage, foldersCheckedPrefix)
  removeKeys(localStorage, firstEmailAwaitedPrefix)
  if (keepDrafts) return
  removeKeys(sessionStorage, instructionsDraftPrefix)
  removeKeys(localStorage, browserNotificationsPrefix)
  localStorage.removeItem(timeZoneKey)
}

function removeKeys(storage: Storage, prefix: string): void {
  for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
}

/** 32 bits as hexadecimal digits, by FNV-1a (https://datatracker.ietf.org/doc/draft-eastlake-fnv/). Not for secrets. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16)
}
