import { useQuery } from '@tanstack/react-query'
import { CircleQuestionMark, Ellipsis, Search } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useProduct } from '../api/product.tsx'
import { reviewCountQuery } from '../api/review.ts'
import { Link } from '../routing/link.tsx'
import { hrefOf } from '../routing/pages.ts'
import { useLocation } from '../routing/router-view.tsx'
import { t } from '../texts/translate.ts'
import { cx } from '../ui/cx.ts'
import { useDisclosure } from '../ui/use-disclosure.ts'
import { pagesOf } from './page-list.ts'
import type { PaletteDialog } from './use-palette-commands.ts'

/** What the header and the menu open over each screen. */
export type ShellDialog = PaletteDialog | 'help'

/** On a phone these are in its bar, and the others behind “More”. */
const phoneEntries = 4

/** Sidebar on large screens, bottom bar on small ones. */
export function Navigation({ onOpen }: { onOpen: (dialog: ShellDialog) => void }) {
  const { pathname, search } = useLocation()
  const tab = search['tab']
  const isTab = pathname === '/dashboard' && (tab === 'folders' || tab === 'mailbox')
  const href = isTab ? `${pathname}?tab=${tab}` : pathname
  const { isOpen, setIsOpen, container, trigger } = useDisclosure()
  const product = useProduct()
  const items = pagesOf(product).filter(({ Icon }) => Icon !== undefined)
  // The sidebar sets apart what is about the account.
  const firstOfAccount = product.hasPlans ? '/subscription' : '/account'
  const moreId = useId()
  const isMore = items.slice(phoneEntries).some(({ link }) => hrefOf(link) === href)
  const close = (): void => setIsOpen(false)
  const open = (dialog: ShellDialog): void => {
    // Gets the focus back when the dialog is closed.
    trigger.current?.focus()
    close()
    onOpen(dialog)
  }
  const entry = (item: (typeof items)[number]) => (
    <li
      key={item.name}
      className={item.link.to === firstOfAccount ? 'lg:mt-3 lg:border-t lg:border-line lg:pt-4' : undefined}
    >
      <Link
        {...item.link}
        onClick={close}
        aria-current={hrefOf(item.link) === href ? 'page' : undefined}
        className={entryClasses(hrefOf(item.link) === href)}
      >
        {item.Icon && <item.Icon aria-hidden="true" />}
        {t(item.name)}
        {item.name === 'Review' && <ReviewCount />}
      </Link>
    </li>
  )
  return (
    <nav aria-label={t('Main')} data-menu className="menu z-20 print:hidden">
      <div ref={container} className="sm:max-lg:grid sm:max-lg:grid-cols-[4fr_5fr]">
        <ul className="menu-bar">
          {items.slice(0, phoneEntries).map(entry)}
          <li className="sm:hidden">
            <button
              ref={trigger}
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? moreId : undefined}
              aria-current={isMore || undefined}
              onClick={() => setIsOpen(!isOpen)}
              className={entryClasses(isMore || isOpen)}
            >
              <Ellipsis aria-hidden="true" />
              {t('More')}
            </button>
          </li>
        </ul>
        <ul id={moreId} className={cx('menu-more lg:mt-1', !isOpen && 'max-sm:hidden')}>
          {items.slice(phoneEntries).map(entry)}
          {/* Elsewhere these are in the header. */}
          <PhoneEntry icon={<CircleQuestionMark aria-hidden="true" />} onClick={() => open('help')}>
            {t('Help')}
          </PhoneEntry>
          <PhoneEntry icon={<Search aria-hidden="true" />} onClick={() => open('palette')}>
            {t('Search')}
          </PhoneEntry>
        </ul>
      </div>
    </nav>
  )
}

const entryClasses = (isCurrent: boolean): string =>
  cx('menu-entry', isCurrent ? 'text-accent-strong lg:bg-accent-soft' : 'text-muted hover:text-ink lg:hover:bg-sunken')

interface PhoneEntryProps {
  icon: ReactNode
  onClick: () => void
  children: string
}

const PhoneEntry = ({ icon, onClick, children }: PhoneEntryProps) => (
  <li className="sm:hidden">
    <button type="button" onClick={onClick} className={entryClasses(false)}>
      {icon}
      {children}
    </button>
  </li>
)

const countClasses =
  'grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-2xs leading-none font-semibold ' +
  'text-on-accent tabular-nums max-lg:absolute max-lg:top-0.5 max-lg:left-[calc(50%+0.25rem)] ' +
  'max-lg:@max-3xs:static lg:ml-auto'

/** Number of unsure messages; nothing if there are none. */
function ReviewCount() {
  const { data: count = 0 } = useQuery(reviewCountQuery())
  if (count === 0) return null
  return (
    <>
      <span aria-hidden="true" className={countClasses}>
        {count > 99 ? '99+' : count}
      </span>
      <span className="sr-only">{`, ${t('{count} to review', { count })}`}</span>
    </>
  )
}
