import { useQuery } from '@tanstack/react-query'
import { defaultPlanName, isPaidPlan } from '../../contract/limits.ts'
import { useUser } from '../api/signed-in-user.tsx'
import { subscriptionQuery } from '../api/subscription.ts'
import { effectivePlan } from '../lib/plan-pricing.ts'
import { t } from '../texts/translate.ts'
import { badgeClasses } from '../ui/badge.tsx'
import { cx } from '../ui/cx.ts'

// As wide for each of the usual names, so that nothing moves when the plan is known.
const classes = 'shrink-0 justify-center sm:min-w-17'

/** Shows Free without a subscription, after it has ended and while it loads. */
export function PlanBadge() {
  const { id } = useUser()
  const { data } = useQuery(subscriptionQuery(id))
  const plan = effectivePlan(data)
  return (
    <span className={cx(badgeClasses(plan && isPaidPlan(plan) ? 'accent' : 'neutral'), classes)}>
      <span className="sr-only">{`${t('Plan:')} `}</span>
      {plan?.name ?? defaultPlanName}
    </span>
  )
}
