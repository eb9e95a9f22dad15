import { useQuery } from '@tanstack/react-query'
import { CircleQuestionMark, LogOut } from 'lucide-react'
import { defaultPlanName, isPaidPlan } from '../../contract/limits.ts'
import { signOut } from '../api/auth.ts'
import { useProduct } from '../api/product.tsx'
import { useUser } from '../api/signed-in-user.tsx'
import { subscriptionQuery } from '../api/subscription.ts'
import { HelpButton } from '../features/help/help-button.tsx'
import { Bell } from '../features/notifications/bell.tsx'
import { useSubmission } from '../forms/use-submission.ts'
import { effectivePlan } from '../lib/plan-pricing.ts'
import { toastError, toastSuccess } from '../lib/toast.ts'
import { Link } from '../routing/link.tsx'
import { navigate } from '../routing/router.ts'
import { t } from '../texts/translate.ts'
import { badgeClasses } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { LogoMark } from '../ui/logo.tsx'
import { MailboxPicker } from './mailbox-picker.tsx'

const rowClasses =
  'mx-auto flex min-h-[calc(4rem-1px)] max-w-360 items-center gap-2 px-4 ' +
  'max-sm:flex-wrap max-sm:py-2 sm:gap-4 sm:px-6'

export function Header() {
  const { name } = useProduct()
  const { email } = useUser()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas short:static print:hidden">
      {/* Wraps on a phone with large text. */}
      <div className={rowClasses}>
        <Link to="/dashboard" aria-label={name} className="flex items-center gap-2.5 rounded-lg">
          <LogoMark />
          <span className="text-lg font-semibold tracking-tight max-sm:sr-only">{name}</span>
        </Link>
        <div className="flex min-w-0 flex-1 items-center justify-end gap-2 max-sm:contents sm:gap-3">
          <MailboxPicker />
          <span className="h-6 w-px bg-line max-md:hidden" aria-hidden="true" />
          <span className="max-w-60 truncate text-sm text-muted max-xl:hidden" title={email}>
            {email}
          </span>
          <PlanBadge />
          {/* On a phone it is in the menu. */}
          <HelpButton>
            {(handlers) => (
              <IconButton
                label={t('Help')}
                icon={<CircleQuestionMark aria-hidden="true" />}
                className="shrink-0 max-sm:hidden"
                {...handlers}
              />
            )}
          </HelpButton>
          <Bell />
          <SignOut />
        </div>
      </div>
    </header>
  )
}

function SignOut() {
  const { busy, submit } = useSubmission(async () => {
    try {
      await signOut()
      toastSuccess(t('Signed out successfully'))
      await navigate({ to: '/auth/login' })
    } catch {
      toastError(t('Sign out failed'), t('Please try again later.'))
    }
  })
  return (
    <Button
      tone="quiet"
      icon={<LogOut aria-hidden="true" />}
      busy={busy}
      onClick={() => submit(undefined)}
      className="max-md:px-2.5"
    >
      <span className="max-md:sr-only">{t('Sign Out')}</span>
    </Button>
  )
}

// As wide for each of the usual names, so that nothing moves when the plan is known.
const classes = 'shrink-0 justify-center sm:min-w-17'

/** Shows Free without a subscription and after it has ended; while it loads, only its place. */
function PlanBadge() {
  const { id } = useUser()
  const { data, isPending } = useQuery(subscriptionQuery(id))
  const plan = effectivePlan(data)
  return (
    <span
      className={cx(badgeClasses(plan && isPaidPlan(plan) ? 'accent' : 'neutral'), classes, isPending && 'invisible')}
    >
      <span className="sr-only">{`${t('Plan:')} `}</span>
      {plan?.name ?? defaultPlanName}
    </span>
  )
}
