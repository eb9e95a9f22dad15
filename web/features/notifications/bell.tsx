import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { notificationsQuery } from '../../api/notifications.ts'
import { useOnDemand } from '../../lib/use-on-demand.ts'
import { t, tn } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { buttonClasses } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

const loadPopover = async () => (await import('./bell-popover.tsx')).BellPopover

/** Notification bell with the number of unread notifications. */
export function Bell() {
  const { data } = useQuery(notificationsQuery)
  const unread = data?.unread ?? 0
  const previousUnread = useRef<number | null>(null)
  const { Part: BellPopover, opener } = useOnDemand(loadPopover)

  useEffect(() => {
    if (!data) return
    // Announces increases only; the button's name has the initial number.
    if (previousUnread.current !== null && data.unread > previousUnread.current)
      announce(tn(data.unread, '{count} unread notification', '{count} unread notifications'))
    previousUnread.current = data.unread
  }, [data])

  if (BellPopover) return <BellPopover trigger={<BellButton unread={unread} />} />
  return <BellButton unread={unread} aria-haspopup="dialog" aria-expanded={false} {...opener} />
}

function BellButton({ unread, ...rest }: { unread: number } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={unread === 0 ? t('Notifications') : t('Notifications: {unread} unread', { unread })}
      className={`${buttonClasses('quiet')} relative size-9 shrink-0 px-0`}
    >
      <BellIcon aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className={cx(
            'absolute -top-0.5 -right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1',
            'text-2xs leading-none font-semibold text-on-accent tabular-nums',
          )}
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </button>
  )
}
