const key = 'mailroom.active-mailbox'

export const storedActiveMailbox = (): string | null => localStorage.getItem(key)
export const storeActiveMailbox = (id: string): void => localStorage.setItem(key, id)
export const forgetActiveMailbox = (): void => localStorage.removeItem(key)
