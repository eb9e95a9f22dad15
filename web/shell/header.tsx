import { useQuery } from '@tanstack/react-query'
import { LogOut, Search } from 'lucide-react'
import { defaultPlanName, isPaidPlan } from '../../contract/limits.ts'
import { useProduct } from '../api/product.tsx'
import { useUser } from '../api/signed-in-user.tsx'
import { subscriptionQuery } from '../api/subscription.ts'
import { Bell } from '../features/notifications/bell.tsx'
import { effectivePlan } from '../lib/plan-pricing.ts'
import { Link } from '../routing/link.tsx'
import { t } from '../texts/translate.ts'
import { badgeClasses } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { KeyCap } from '../ui/key-cap.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { MailboxPicker } from './mailbox-picker.tsx'
import type { ShellDialog } from './navigation.tsx'
import { UserMenu } from './user-menu.tsx'
import { useSignOut } from './use-sign-out.ts'

const rowClasses =
  'mx-auto flex min-h-[calc(4rem-1px)] max-w-360 items-center gap-2 px-4 ' +
  'max-sm:flex-wrap max-sm:py-2 sm:gap-4 sm:px-6'

export function Header({ onOpen }: { onOpen: (dialog: ShellDialog) => void }) {
  const { name, hasPlans } = useProduct()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas short:static print:hidden">
      {/* Wraps on a phone with large text. */}
      <div className={rowClasses}>
        <Link to="/dashboard" aria-label={name} className="flex items-center gap-2.5 rounded-lg xl:w-56">
          <LogoMark />
          <span className="text-lg font-semibold tracking-tight max-sm:sr-only">{name}</span>
        </Link>
        <div className="flex min-w-0 flex-1 items-center justify-end gap-2 max-sm:contents sm:gap-3">
          <PaletteButton onClick={() => onOpen('palette')} />
          <MailboxPicker />
          <Bell />
          {hasPlans && <PlanBadge />}
          <UserMenu onHelp={() => onOpen('help')} />
          <SignOut />
        </div>
      </div>
    </header>
  )
}

const isMac = navigator.userAgent.includes('Mac')

/** Looks like a search field, and says which key does the same. On a phone it is in the menu. */
const PaletteButton = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    aria-keyshortcuts="Control+K Meta+K"
    onClick={onClick}
    className={cx(
      'flex h-9 shrink-0 items-center gap-2 rounded-lg border border-line bg-sunken px-2.5 text-sm text-muted',
      'transition-colors hover:border-edge hover:text-ink max-sm:hidden xl:mr-auto xl:w-72',
    )}
  >
    <Search aria-hidden="true" className="size-4 shrink-0" />
    <span className="truncate max-xl:sr-only">{t('Search or run a command')}</span>
    <span aria-hidden="true" className="ml-auto flex max-lg:hidden">
      <KeyCap>{isMac ? '⌘ K' : 'Ctrl K'}</KeyCap>
    </span>
  </button>
)

/** On a phone it is in the user menu only. */
function SignOut() {
  const { busy, submit } = useSignOut()
  return (
    <IconButton
      label={t('Sign Out')}
      icon={<LogOut aria-hidden="true" />}
      busy={busy}
      onClick={submit}
      className="shrink-0 max-sm:hidden"
    />
  )
}

// As wide for each of the usual names, so that nothing moves when the plan is known.
const classes = 'shrink-0 justify-center sm:min-w-17'

/** Shows Free without a subscription and after it has ended; until it is known, only its place. */
function PlanBadge() {
  const { id } = useUser()
  const { data } = useQuery(subscriptionQuery(id))
  const plan = effectivePlan(data)
  return (
    <span
      className={cx(
        badgeClasses(plan && isPaidPlan(plan) ? 'accent' : 'neutral'),
        classes,
        data === undefined && 'invisible',
      )}
    >
      <span className="sr-only">{`${t('Plan:')} `}</span>
      {plan?.name ?? defaultPlanName}
    </span>
  )
}
