import { useQuery } from '@tanstack/react-query'
import { defaultPlanName, isPaidPlan } from '../../contract/limits.ts'
import { subscriptionQuery } from '../api/subscription.ts'
import { effectivePlan } from '../lib/plan-pricing.ts'
import { t } from '../texts/translate.ts'
import { Badge } from '../ui/badge.tsx'
import { useUser } from './signed-in-user.tsx'

/** Shows Free without a subscription, after it has ended and while it loads. */
export function PlanBadge() {
  const { id } = useUser()
  const { data } = useQuery(subscriptionQuery(id))
  const plan = effectivePlan(data)
  return (
    <Badge tone={plan && isPaidPlan(plan) ? 'accent' : 'neutral'}>
      <span className="sr-only">{`${t('Plan:')} `}</span>
      {plan?.name ?? defaultPlanName}
    </Badge>
  )
}
