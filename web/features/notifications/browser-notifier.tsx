import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Notification as BellNotification } from '../../../contract/functions/notifications.ts'
import { notificationsQuery, useMarkRead } from '../../api/notifications.ts'
import { useProduct } from '../../api/product.tsx'
import { navigate } from '../../routing/router.ts'
import { notificationText } from './notification-text.ts'

/** Shows what the bell rings for as a notification of the browser, while no tab is visible. Renders nothing. */
export function BrowserNotifier() {
  const { data } = useQuery(notificationsQuery)
  const known = useRef<Set<string> | null>(null)
  const isNotifying = useIsNotifyingTab()
  const show = useShowNotification()
  useVisibleTabLock()

  const report = useEffectEvent(async (rung: BellNotification[]): Promise<void> => {
    if (rung.length === 0 || !isNotifying || Notification.permission !== 'granted' || (await isAnyTabVisible())) return
    // Oldest first, as they would have come.
    for (const notification of rung.toReversed()) show(notification)
  })
  useEffect(() => {
    if (!data) return
    // What was there when the page was opened is not new.
    const before = known.current ?? new Set(data.notifications.map(momentOf))
    known.current = new Set([...before, ...data.notifications.map(momentOf)])
    void report(data.notifications.filter((each) => !each.read && !before.has(momentOf(each))))
  }, [data])
  return null
}

/** The bell rings again for the same row where its moment changes. */
const momentOf = ({ id, created_at }: BellNotification): string => `${id} ${created_at}`

function useShowNotification() {
  const markRead = useMarkRead()
  const product = useProduct()
  return (notification: BellNotification): void => {
    const { title, text, link } = notificationText(notification, product)
    // The tag replaces an earlier notification about the same.
    const shown = new Notification(title, { body: text, tag: notification.id, icon: '/icon-192.png' })
    shown.addEventListener('click', () => {
      window.focus()
      shown.close()
      markRead.mutate([notification.id])
      void navigate(link)
    })
  }
}

/** Held by each visible tab. */
const visibleTab = 'mailroom.visible-tab'
/** Held by the one tab that shows notifications. */
const notifyingTab = 'mailroom.notifying-tab'

/** Whether this tab is the one of all open tabs that shows notifications; another follows when it closes. */
function useIsNotifyingTab(): boolean {
  const [isNotifying, setIsNotifying] = useState(false)
  useEffect(() => {
    let controller = new AbortController()
    const request = (): void => {
      controller = new AbortController()
      void requestLock(notifyingTab, 'exclusive', controller.signal, () => setIsNotifying(true))
    }
    request()
    // A page in the back/forward cache must not hold it: no other tab would notify.
    const release = (): void => {
      controller.abort()
      setIsNotifying(false)
    }
    const requestAgain = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) request()
    }
    addEventListener('pagehide', release)
    addEventListener('pageshow', requestAgain)
    return () => {
      removeEventListener('pagehide', release)
      removeEventListener('pageshow', requestAgain)
      controller.abort()
    }
  }, [])
  return isNotifying
}

/** Lets other tabs know whether this one is visible. */
function useVisibleTabLock(): void {
  useEffect(() => {
    let controller = new AbortController()
    const update = (): void => {
      controller.abort()
      controller = new AbortController()
      if (!document.hidden) void requestLock(visibleTab, 'shared', controller.signal)
    }
    update()
    document.addEventListener('visibilitychange', update)
    return () => {
      document.removeEventListener('visibilitychange', update)
      controller.abort()
    }
  }, [])
}

const isAnyTabVisible = (): Promise<boolean> =>
  navigator.locks.request(visibleTab, { ifAvailable: true }, (lock) => lock === null)

/** Waits for a lock and holds it until the signal is aborted. */
async function requestLock(name: string, mode: LockMode, signal: AbortSignal, onHeld?: () => void): Promise<void> {
  const released = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  const hold = (): Promise<void> => {
    onHeld?.()
    return released
  }
  // Rejects if it is aborted before the lock is free.
  await navigator.locks.request(name, { mode, signal }, hold).catch(() => undefined)
}
