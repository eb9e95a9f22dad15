import { isPaidPlan } from '../../../contract/limits.ts'
import type { Plan, Subscription } from '../../../contract/tables.ts'
import type { BookedAddon } from '../../api/plan.ts'
import { formatDate, formatPrice } from '../../lib/format.ts'
import { monthlyPrice, planInForce } from '../../lib/plan.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

interface PlanQuestionProps {
  subscription: Subscription
  booked: readonly BookedAddon[]
  /** What was chosen. */
  plan: Plan
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before a plan is left or changed at once. */
export function PlanQuestion({ subscription, booked, plan, busy, onCancel, onConfirm }: PlanQuestionProps) {
  if (!isPaidPlan(plan))
    return (
      <ConfirmDialog
        onCancel={onCancel}
        onConfirm={onConfirm}
        title="Switch to the free plan now?"
        description={whatIsLost(subscription)}
        confirmLabel="Switch to Free Plan"
        busyLabel="Switching..."
        busy={busy}
      />
    )
  const rises = plan.price_monthly > (subscription.plan?.price_monthly ?? 0)
  return (
    <ConfirmDialog
      tone="primary"
      onCancel={onCancel}
      onConfirm={onConfirm}
      title={`Change to ${plan.name} now?`}
      description={
        `Your add-ons stay, and together they cost ${formatPrice(monthlyPrice(plan, booked))} per month. ` +
        (rises
          ? 'Your saved card is charged now for the prorated amount of the current period.'
          : "Refunds follow the payment provider's policy: the rest of the current period is credited.")
      }
      confirmLabel="Change Plan"
      busyLabel="Changing..."
      busy={busy}
    />
  )
}

function whatIsLost(subscription: Subscription): string {
  const { plan, current_period_end: end } = subscription
  const name = plan?.name ?? 'plan'
  return end === null || planInForce(subscription) === null
    ? `Your ${name} subscription and its add-ons end at once.`
    : `Your ${name} plan and its add-ons end at once. What you have paid until ${formatDate(end)} is not refunded. To use it until then, cancel under “Manage Subscription” instead.`
}
