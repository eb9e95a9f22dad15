import { Link, linkOptions, useLocation } from '@tanstack/react-router'
import { CircleUser, CreditCard, FolderTree, LayoutDashboard, Plug } from 'lucide-react'
import { cx } from '../ui/cx.ts'
import { useMailboxes } from './active-mailbox.tsx'

const items = [
  { label: 'Dashboard', icon: <LayoutDashboard />, link: linkOptions({ to: '/dashboard', search: {} }) },
  { label: 'Subscription', icon: <CreditCard />, link: linkOptions({ to: '/subscription' }) },
  { label: 'Email Folders', icon: <FolderTree />, link: linkOptions({ to: '/dashboard', search: { tab: 'folders' } }) },
  { label: 'Connections', icon: <Plug />, link: linkOptions({ to: '/connections' }) },
  { label: 'Account', icon: <CircleUser />, link: linkOptions({ to: '/account' }) },
]

/** Sidebar on large screens, bottom bar on small ones. */
export function Navigation() {
  const location = useLocation()
  const { list, state } = useMailboxes()
  // Without a mailbox the dashboard ignores `tab=folders`.
  const onFolders = Reflect.get(location.search, 'tab') === 'folders' && (state === 'loading' || list.length > 0)
  const isCurrent = ({ link }: (typeof items)[number]): boolean =>
    link.to === location.pathname && (link.to !== '/dashboard' || onFolders === 'tab' in link.search)

  return (
    <nav
      aria-label="Main"
      className={cx(
        'z-20 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:border-t max-lg:border-line max-lg:bg-surface',
        'max-lg:pb-[env(safe-area-inset-bottom)]',
        'lg:sticky lg:top-16 lg:h-[calc(100dvh-4rem)] lg:w-56 lg:shrink-0 lg:border-r lg:border-line lg:px-3 lg:py-8',
      )}
    >
      <ul className="flex lg:flex-col lg:gap-1">
        {items.map((item) => {
          const current = isCurrent(item)
          return (
            <li key={item.label} className="flex-1">
              <Link
                {...item.link}
                activeOptions={{ exact: true }}
                aria-current={current ? 'page' : undefined}
                className={cx(
                  'flex items-center font-medium transition-colors [&_svg]:size-5 [&_svg]:shrink-0 lg:[&_svg]:size-4.5',
                  'max-lg:h-16 max-lg:flex-col max-lg:justify-center max-lg:gap-1',
                  'max-lg:text-[0.6875rem] max-lg:leading-4 max-lg:outline-offset-[-3px]',
                  'lg:h-10 lg:gap-3 lg:rounded-lg lg:px-3 lg:text-sm',
                  current ? 'text-accent-strong lg:bg-accent-soft' : 'text-muted hover:text-ink lg:hover:bg-sunken',
                )}
              >
                <span aria-hidden="true">{item.icon}</span>
                {item.label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
