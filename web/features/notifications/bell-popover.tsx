import { useQuery } from '@tanstack/react-query'
import { BellRing, Check, ListChecks, TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Notification } from '../../../contract/functions/notifications.ts'
import { notificationsQuery, useMarkRead } from '../../api/notifications.ts'
import { useProduct } from '../../api/product.tsx'
import { reviewCountQuery } from '../../api/review.ts'
import { now } from '../../lib/clock.ts'
import { formatMoment } from '../../lib/format.ts'
import { toastError } from '../../lib/toast.ts'
import { Link } from '../../routing/link.tsx'
import { t } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Popover } from '../../ui/popover.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notificationText } from './notification-text.ts'

/** Open on mount. @param trigger the bell button */
export function BellPopover({ trigger }: { trigger: ReactNode }) {
  const [open, setOpen] = useState(true)
  return (
    <Popover label={t('Notifications')} trigger={trigger} open={open} onOpenChange={setOpen}>
      <NotificationsPanel onLeave={() => setOpen(false)} />
    </Popover>
  )
}

/** Content of the bell's popover. */
function NotificationsPanel({ onLeave }: { onLeave: () => void }) {
  const { data } = useQuery(notificationsQuery)
  const markRead = useMarkRead()
  const heading = useRef<HTMLHeadingElement>(null)
  const mark = (which: 'all' | string[], announcement: string): void =>
    markRead.mutate(which, {
      onSuccess: () => announce(announcement),
      onError: () => toastError(t('Failed to mark as read'), t('Please try again.')),
    })
  const markAll = (): void => {
    // The focused button is removed.
    heading.current?.focus()
    mark('all', t('All marked as read'))
  }
  const markOne = ({ id }: Notification): void => mark([id], t('Marked as read'))

  return (
    <>
      <div className="flex h-14 shrink-0 items-center justify-between gap-2 border-b border-line pr-2 pl-4">
        <h2 ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
          {t('Notifications')}
        </h2>
        {data && data.unread > 0 && (
          <Button size="small" tone="quiet" onClick={markAll}>
            {t('Mark all as read')}
          </Button>
        )}
      </div>
      <div className="overflow-y-auto overscroll-contain">
        <NotificationList onMarkRead={markOne} onLeave={onLeave} />
      </div>
      <ReviewLink onLeave={onLeave} />
    </>
  )
}

interface NotificationListProps {
  onMarkRead: (notification: Notification) => void
  onLeave: () => void
}

function NotificationList({ onMarkRead, onLeave }: NotificationListProps) {
  const { data, error, isFetching, refetch } = useQuery(notificationsQuery)
  const follow = (notification: Notification): void => {
    if (!notification.read) onMarkRead(notification)
    onLeave()
  }
  if (!data)
    return error ? (
      <EmptyState
        icon={<TriangleAlert />}
        title={t('Notifications could not be loaded')}
        description={t('Sorting continues.')}
        action={<RetryButton busy={isFetching} onRetry={() => refetch()} />}
      />
    ) : (
      <SkeletonRows rows={3} rowClassName="h-24" label={t('Loading notifications...')} />
    )
  if (data.notifications.length === 0)
    return (
      <EmptyState
        icon={<BellRing />}
        title={t('No notifications')}
        description={t(
          'You see here when a mailbox needs you, when a limit is near, and what was sorted while you were away.',
        )}
      />
    )
  return (
    <ul className="divide-y divide-line">
      {data.notifications.map((each) => (
        <NotificationRow
          key={each.id}
          notification={each}
          onFollow={() => follow(each)}
          onRead={() => onMarkRead(each)}
        />
      ))}
    </ul>
  )
}

/** Messages to review create no notifications. Rendered before its count is loaded, so that nothing moves. */
function ReviewLink({ onLeave }: { onLeave: () => void }) {
  const { data: count = 0 } = useQuery(reviewCountQuery())
  return (
    <Link
      to="/review"
      onClick={onLeave}
      className={cx(
        'flex h-12 shrink-0 items-center gap-3 border-t border-line px-4 text-sm font-medium text-accent',
        '-outline-offset-2 hover:bg-sunken [&_svg]:size-4',
      )}
    >
      <ListChecks aria-hidden="true" />
      {count > 0 ? t('{count} to review', { count }) : t('Review')}
    </Link>
  )
}

interface RowProps {
  notification: Notification
  onFollow: () => void
  onRead: () => void
}

function NotificationRow({ notification, onFollow, onRead }: RowProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const { title, text, link: target } = notificationText(notification, useProduct())
  const { read, created_at } = notification
  const markRead = (): void => {
    // The focused button is removed.
    link.current?.focus()
    onRead()
  }
  return (
    <li className="flex items-start gap-1 py-1 pr-2 pl-1">
      <Link
        {...target}
        ref={link}
        onClick={onFollow}
        className="flex min-w-0 flex-1 gap-3 rounded-lg px-3 py-2.5 -outline-offset-2 hover:bg-sunken"
      >
        <span
          aria-hidden="true"
          className={`mt-1.5 size-2 shrink-0 rounded-full ${read ? 'bg-transparent' : 'bg-accent'}`}
        />
        <span className="min-w-0 text-sm">
          <span className={`block wrap-anywhere ${read ? '' : 'font-semibold'}`}>
            {!read && <span className="sr-only">{`${t('Unread:')} `}</span>}
            {title}
          </span>
          <span className="block wrap-anywhere text-muted">{text}</span>
          <time dateTime={created_at} className="mt-0.5 block text-xs text-muted">
            {formatMoment(created_at, now())}
          </time>
        </span>
      </Link>
      {!read && (
        <IconButton
          label={t('Mark as read: {title}', { title })}
          icon={<Check aria-hidden="true" />}
          onClick={markRead}
        />
      )}
    </li>
  )
}
