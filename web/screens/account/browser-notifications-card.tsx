import { useSyncExternalStore } from 'react'
import { useProduct } from '../../api/product.tsx'
import { useUser } from '../../api/signed-in-user.tsx'
import { storeNotificationSetting, useNotificationSetting } from '../../features/notifications/notification-setting.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t, text } from '../../texts/translate.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'

const obstacles = {
  insecure: text('Browsers show notifications only for pages over https. The operator of this server can change that.'),
  unsupported: text('This browser shows no notifications of pages. Try it in a browser on a computer.'),
  denied: text('Your browser blocks notifications of this page. Allow them in its settings, then switch them on here.'),
}

/** Switch for notifications of the browser; the setting is of this browser alone. */
export function BrowserNotificationsCard() {
  const { name } = useProduct()
  const { id } = useUser()
  const isOn = useNotificationSetting(id)
  const permission = useNotificationPermission()
  const obstacle = permission === 'granted' || permission === 'default' ? null : obstacles[permission]
  return (
    <Card title={t('Browser Notifications')} description={t('What the bell shows, while you do something else')}>
      <div className="space-y-4 border-t border-line px-5 py-4">
        <SwitchField
          label={t('Show notifications in this browser')}
          hint={t('Only while {name} is open in a tab that is not visible. They show what the bell shows.', { name })}
          checked={isOn && permission === 'granted'}
          disabled={obstacle !== null}
          onChange={(on) => void (on ? switchOn(id) : switchOff(id))}
        />
        {obstacle !== null && <Notice tone={permission === 'denied' ? 'warn' : 'neutral'}>{t(obstacle)}</Notice>}
      </div>
    </Card>
  )
}

/** The browser asks the user, unless the user has decided before. */
async function switchOn(userId: string): Promise<void> {
  const permission = await Notification.requestPermission()
  if (permission === 'granted') {
    storeNotificationSetting(userId, true)
    return toastSuccess(t('Browser notifications switched on'), t('They show while no tab of this page is visible.'))
  }
  toastError(
    t('Browser notifications stay off'),
    permission === 'denied'
      ? t(obstacles.denied)
      : t('The browser asks for your permission. Switch them on to be asked again.'),
  )
}

function switchOff(userId: string): void {
  storeNotificationSetting(userId, false)
  toastSuccess(t('Browser notifications switched off'), t('The bell still shows everything.'))
}

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

const useNotificationPermission = (): PermissionState => useSyncExternalStore(subscribe, currentPermission)
