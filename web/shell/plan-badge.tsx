import { useQuery } from '@tanstack/react-query'
import { defaultPlanName, isPaidPlan } from '../../contract/limits.ts'
import { subscriptionQuery } from '../api/plan.ts'
import { planInForce } from '../lib/plan.ts'
import { Badge } from '../ui/badge.tsx'
import { useUser } from './signed-in-user.tsx'

/** Paid plans stand out; without a subscription, once it is over, and until it is known, the plan is Free. */
export function PlanBadge() {
  const { id } = useUser()
  const { data } = useQuery(subscriptionQuery(id))
  const plan = planInForce(data)
  return (
    <Badge tone={plan && isPaidPlan(plan) ? 'accent' : 'neutral'}>
      <span className="sr-only">Plan: </span>
      {plan?.name ?? defaultPlanName}
    </Badge>
  )
}
