import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { t } from '../texts/translate.ts'

function subscribe(listener: () => void): () => void {
  const listeners = new AbortController()
  const { signal } = listeners
  addEventListener('online', listener, { signal })
  addEventListener('offline', listener, { signal })
  return () => listeners.abort()
}

/** Says that the device is offline, until it is back. */
export function OfflineStrip() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <output className="empty:hidden">
      {!isOnline && (
        <span
          className={'flex items-center gap-3 rounded-xl border border-line bg-surface px-4 py-3 text-sm shadow-float'}
        >
          <WifiOff aria-hidden="true" className="size-4 shrink-0 text-warn" />
          <span>{t('You are offline. Email is still sorted; this page is updated when you are back online.')}</span>
        </span>
      )}
    </output>
  )
}
