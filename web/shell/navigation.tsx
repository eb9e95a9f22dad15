import { useQuery } from '@tanstack/react-query'
import { CircleQuestionMark } from 'lucide-react'
import type { ReactNode } from 'react'
import { reviewCountQuery } from '../api/review.ts'
import { HelpButton } from '../features/help/help-button.tsx'
import { Link } from '../routing/link.tsx'
import { hrefOf } from '../routing/pages.ts'
import { useLocation } from '../routing/router-view.tsx'
import { t } from '../texts/translate.ts'
import { cx } from '../ui/cx.ts'
import { pageList } from './page-list.ts'

/** The last two are about the account and the others about email: the sidebar sets them apart. */
const items = pageList.filter(({ Icon }) => Icon !== undefined)

const navClasses =
  '@container z-20 print:hidden max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:border-t max-lg:border-line ' +
  'max-lg:bg-surface ' +
  'max-lg:short:static ' +
  'max-lg:pb-[env(safe-area-inset-bottom)] ' +
  'lg:sticky lg:top-16 lg:h-[calc(100dvh-4rem)] lg:w-56 lg:shrink-0 lg:overflow-y-auto lg:border-r lg:border-line ' +
  'lg:px-3 lg:py-8'
// The bar has one row on a tablet and two on a phone. Large text takes more rows, and leaves no place for icons.
const listClasses =
  'max-lg:grid max-lg:grid-cols-[repeat(auto-fit,minmax(max(25%,4.6rem),1fr))] ' +
  'sm:max-lg:grid-cols-[repeat(auto-fit,minmax(max(14%,4.6rem),1fr))] lg:flex lg:flex-col lg:gap-1'
const linkClasses =
  'relative flex items-center font-medium transition-colors [&_svg]:size-5 [&_svg]:shrink-0 lg:[&_svg]:size-4.5 ' +
  'max-lg:h-full max-lg:min-h-12 max-lg:flex-col max-lg:justify-center max-lg:gap-0.5 max-lg:px-0.5 ' +
  'max-lg:py-1 max-lg:text-center max-lg:text-2xs max-lg:-outline-offset-3 ' +
  'max-lg:@max-3xs:flex-row max-lg:@max-3xs:min-h-6 max-lg:@max-3xs:flex-wrap max-lg:@max-3xs:gap-x-2 ' +
  'lg:min-h-10 lg:gap-3 lg:rounded-lg lg:px-3 lg:text-sm'

/** Sidebar on large screens, bottom bar on small ones. */
export function Navigation() {
  const { pathname, search } = useLocation()
  const href = pathname + (pathname === '/dashboard' && search['tab'] === 'folders' ? '?tab=folders' : '')

  return (
    <nav aria-label={t('Main')} data-menu className={navClasses}>
      <ul className={listClasses}>
        {items.map((item) => {
          const current = hrefOf(item.link) === href
          return (
            <li
              key={item.name}
              className={item.name === 'Subscription' ? 'lg:mt-3 lg:border-t lg:border-line lg:pt-4' : undefined}
            >
              <Link
                {...item.link}
                aria-current={current ? 'page' : undefined}
                className={cx(
                  linkClasses,
                  current ? 'text-accent-strong lg:bg-accent-soft' : 'text-muted hover:text-ink lg:hover:bg-sunken',
                )}
              >
                <EntryIcon>{item.Icon && <item.Icon />}</EntryIcon>
                {t(item.name)}
                {item.name === 'Review' && <ReviewCount />}
              </Link>
            </li>
          )
        })}
        {/* Fills the last place of the two rows; elsewhere it is in the header. */}
        <li className="sm:hidden">
          <HelpButton>
            {(handlers) => (
              <button type="button" {...handlers} className={cx(linkClasses, 'w-full text-muted hover:text-ink')}>
                <EntryIcon>
                  <CircleQuestionMark />
                </EntryIcon>
                {t('Help')}
              </button>
            )}
          </HelpButton>
        </li>
      </ul>
    </nav>
  )
}

const EntryIcon = ({ children }: { children: ReactNode }) => (
  <span aria-hidden="true" className="max-lg:@max-3xs:hidden">
    {children}
  </span>
)

const countClasses =
  'grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-2xs leading-none font-semibold ' +
  'text-on-accent tabular-nums max-lg:absolute max-lg:top-0.5 max-lg:left-[calc(50%+0.25rem)] ' +
  'max-lg:@max-3xs:static lg:ml-auto'

/** Number of unsure messages; nothing if there are none. */
function ReviewCount() {
  const { data: count = 0 } = useQuery(reviewCountQuery('unsure'))
  if (count === 0) return null
  return (
    <>
      <span aria-hidden="true" className={countClasses}>
        {count > 99 ? '99+' : count}
      </span>
      <span className="sr-only">{`, ${t('{count} unsure', { count })}`}</span>
    </>
  )
}
