/** Key in `localStorage`: id of the mailbox that the user selected last in this browser. */
const storageKey = 'mailroom.active-mailbox'

export const readActiveMailboxId = (): string | null => localStorage.getItem(storageKey)
export const storeActiveMailboxId = (id: string): void => localStorage.setItem(storageKey, id)
export const clearActiveMailboxId = (): void => localStorage.removeItem(storageKey)
