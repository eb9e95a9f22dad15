import { useSyncExternalStore } from 'react'
import { browserNotificationsPrefix } from '../../lib/user-storage.ts'

/** Whether this browser shows notifications to a user: off until the user switches it on here. */
const listeners = new Set<() => void>()

const read = (userId: string): boolean => localStorage.getItem(browserNotificationsPrefix + userId) === 'on'

export function storeNotificationSetting(userId: string, isOn: boolean): void {
  if (isOn) localStorage.setItem(browserNotificationsPrefix + userId, 'on')
  else localStorage.removeItem(browserNotificationsPrefix + userId)
  for (const listener of listeners) listener()
}

export const useNotificationSetting = (userId: string): boolean => useSyncExternalStore(subscribe, () => read(userId))

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  // Another tab has changed it.
  addEventListener('storage', onChange)
  return () => {
    listeners.delete(onChange)
    removeEventListener('storage', onChange)
  }
}
