import { useEffect, useState } from 'react'

/** Held by each visible tab. */
const visibleTab = 'mailroom.visible-tab'
/** Held by the one tab that shows notifications. */
const notifyingTab = 'mailroom.notifying-tab'

/** Whether this tab is the one of all open tabs that shows notifications; another follows when it closes. */
export function useIsNotifyingTab(): boolean {
  const [isNotifying, setIsNotifying] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    void holdLock(notifyingTab, 'exclusive', controller.signal, () => setIsNotifying(true))
    return () => controller.abort()
  }, [])
  return isNotifying
}

/** Lets other tabs know whether this one is visible. */
export function useVisibleTabLock(): void {
  useEffect(() => {
    let controller = new AbortController()
    const update = (): void => {
      controller.abort()
      controller = new AbortController()
      if (!document.hidden) void holdLock(visibleTab, 'shared', controller.signal)
    }
    update()
    document.addEventListener('visibilitychange', update)
    return () => {
      document.removeEventListener('visibilitychange', update)
      controller.abort()
    }
  }, [])
}

export const isAnyTabVisible = (): Promise<boolean> =>
  navigator.locks.request(visibleTab, { ifAvailable: true }, (lock) => lock === null)

/** Waits for a lock and holds it until the signal is aborted. */
async function holdLock(name: string, mode: LockMode, signal: AbortSignal, onHeld?: () => void): Promise<void> {
  const released = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  const hold = (): Promise<void> => {
    onHeld?.()
    return released
  }
  // Rejects if it is aborted before the lock is free.
  await navigator.locks.request(name, { mode, signal }, hold).catch(() => undefined)
}
