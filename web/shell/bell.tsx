import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { notificationsQuery } from '../api/notifications.ts'
import { count, formatNumber } from '../lib/format.ts'
import { useOnDemand } from '../lib/use-on-demand.ts'
import { announce } from '../ui/announcer.tsx'
import { buttonLook } from '../ui/button.tsx'

const loadPopover = async () => (await import('./bell-popover.tsx')).BellPopover

/** What happened although nobody was looking. */
export function Bell() {
  const { data } = useQuery(notificationsQuery)
  const unread = data?.unread ?? 0
  const last = useRef<number | null>(null)
  const { Part: BellPopover, opener } = useOnDemand(loadPopover)

  useEffect(() => {
    if (!data) return
    // What was there when the page opened is in the button's name.
    if (last.current !== null && data.unread > last.current) announce(count(data.unread, 'unread notification'))
    last.current = data.unread
  }, [data])

  if (BellPopover) return <BellPopover trigger={<BellButton unread={unread} />} />
  return <BellButton unread={unread} aria-haspopup="dialog" aria-expanded={false} {...opener} />
}

function BellButton({ unread, ...rest }: { unread: number } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={unread === 0 ? 'Notifications' : `Notifications: ${formatNumber(unread)} unread`}
      className={`${buttonLook('quiet')} relative size-9 shrink-0 px-0`}
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
