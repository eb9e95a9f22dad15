import type { Plan, Subscription } from '../../../contract/tables.ts'
import type { BookedAddon } from '../../api/subscription.ts'
import { formatDate } from '../../lib/format.ts'
import { effectivePlan, monthlyLimit, monthlyPrice } from '../../lib/plan-pricing.ts'
import { t } from '../../texts/translate.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ChangeTotals } from './change-totals.tsx'
import { prorationDateOf, usePlanPreview } from './use-change-preview.ts'

interface SwitchToFreeDialogProps {
  subscription: Subscription
  /** The free plan. */
  plan: Plan
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before a paid plan is cancelled in favour of the free one. */
export function SwitchToFreeDialog({ subscription, plan, busy, onCancel, onConfirm }: SwitchToFreeDialogProps) {
  return (
    <ConfirmDialog
      onCancel={onCancel}
      onConfirm={onConfirm}
      title={t('Switch to the free plan now?')}
      description={switchToFreeDescription(subscription)}
      confirmLabel={t('Switch to Free Plan')}
      busyLabel={t('Switching...')}
      busy={busy}
    >
      <LimitText limit={plan.email_limit} />
    </ConfirmDialog>
  )
}

interface ChangePlanDialogProps {
  current: NonNullable<Subscription['plan']>
  booked: readonly BookedAddon[]
  /** The selected plan. */
  plan: Plan
  busy: boolean
  onCancel: () => void
  /** @param prorationDate of the price that was shown */
  onConfirm: (prorationDate: number | undefined) => void
}

/** Asks before a plan with add-ons is changed immediately, and shows the price. */
export function ChangePlanDialog({ current, booked, plan, busy, onCancel, onConfirm }: ChangePlanDialogProps) {
  const preview = usePlanPreview(plan.id)
  return (
    <ConfirmDialog
      tone="primary"
      onCancel={onCancel}
      onConfirm={() => onConfirm(prorationDateOf(preview))}
      title={t('Change to {name} now?', { name: plan.name })}
      description={t('Your add-ons stay. The change takes effect immediately, without a page of the payment provider.')}
      confirmLabel={t('Change Plan')}
      busyLabel={t('Changing...')}
      busy={busy}
      paused={preview.state === 'loading'}
    >
      <LimitText limit={monthlyLimit(plan, booked)} />
      <ChangeTotals
        total={monthlyPrice(plan, booked)}
        change={plan.price_monthly - current.price_monthly}
        preview={preview}
      />
    </ConfirmDialog>
  )
}

/** What a smaller plan takes away. */
const LimitText = ({ limit }: { limit: number }) => (
  <p className="mt-2 text-sm">{t('With this choice {limit} emails are sorted for you each month.', { limit })}</p>
)

function switchToFreeDescription(subscription: Subscription): string {
  const { plan, current_period_end: end } = subscription
  const name = plan?.name ?? t('plan')
  return end === null || effectivePlan(subscription) === null
    ? t('Your {name} subscription and its add-ons end immediately.', { name })
    : t(
        'Your {name} plan and its add-ons end immediately. What you have paid until {end} is not ' +
          'refunded. To use it until then, cancel under “Manage Subscription” instead.',
        { name, end: formatDate(end) },
      )
}
