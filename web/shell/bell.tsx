import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { notificationsQuery } from '../api/notifications.ts'
import { count, formatNumber } from '../lib/format.ts'
import { announce } from '../ui/announcer.tsx'
import { buttonLook } from '../ui/button.tsx'

// What is behind it is loaded after the page; the button stands there meanwhile.
const Panel = lazy(async () => {
  const [{ Popover }, { NotificationsPanel }] = await Promise.all([
    import('../ui/popover.tsx'),
    import('./notifications-panel.tsx'),
  ])
  return {
    default: function BellPopover({ unread }: { unread: number }) {
      const [open, setOpen] = useState(false)
      return (
        <Popover label="Notifications" trigger={<BellButton unread={unread} />} open={open} onOpenChange={setOpen}>
          <NotificationsPanel onLeave={() => setOpen(false)} />
        </Popover>
      )
    },
  }
})

/** What happened although nobody was looking. */
export function Bell() {
  const { data } = useQuery(notificationsQuery)
  const unread = data?.unread ?? 0
  const last = useRef<number | null>(null)

  useEffect(() => {
    if (!data) return
    // What was there when the page opened is in the button's name.
    if (last.current !== null && data.unread > last.current) announce(count(data.unread, 'unread notification'))
    last.current = data.unread
  }, [data])

  return (
    <Suspense fallback={<BellButton unread={unread} disabled />}>
      <Panel unread={unread} />
    </Suspense>
  )
}

function BellButton({ unread, ...rest }: { unread: number } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={unread === 0 ? 'Notifications' : `Notifications: ${formatNumber(unread)} unread`}
      className={`${buttonLook('quiet')} relative size-9 shrink-0 px-0 disabled:opacity-100`}
    >
      <BellIcon aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-0.5 -right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-[0.6875rem] leading-none font-semibold text-on-accent tabular-nums"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </button>
  )
}
