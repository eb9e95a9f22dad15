import { useSyncExternalStore } from 'react'

/** `insecure`: browsers show notifications of pages over https only. */
type PermissionState = NotificationPermission | 'unsupported' | 'insecure'

function currentPermission(): PermissionState {
  if (!isSecureContext) return 'insecure'
  return canShow() ? Notification.permission : 'unsupported'
}

let hasConstructor: boolean | undefined

/** Chrome on Android has a constructor that throws. With the permission, the attempt itself would show. */
function canShow(): boolean {
  if (typeof Notification === 'undefined' || !('locks' in navigator)) return false
  if (Notification.permission !== 'default') return true
  try {
    if (hasConstructor === undefined) new Notification('').close()
    hasConstructor ??= true
  } catch {
    hasConstructor = false
  }
  return hasConstructor
}

/** The permission may change in the settings of the browser. */
function subscribe(onChange: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  document.addEventListener('visibilitychange', onChange, { signal })
  navigator.permissions.query({ name: 'notifications' }).then(
    (status) => status.addEventListener('change', onChange, { signal }),
    () => undefined,
  )
  return () => controller.abort()
}

export const useNotificationPermission = (): PermissionState => useSyncExternalStore(subscribe, currentPermission)
