import type { Plan, Subscription } from '../../../contract/tables.ts'
import type { BookedAddon } from '../../api/subscription.ts'
import { formatDate } from '../../lib/format.ts'
import { effectivePlan, monthlyLimit, monthlyPrice } from '../../lib/plan-pricing.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ChangeTotals, prorationDateOf, usePlanChangePrice } from './change-totals.tsx'
import { useBillingPortal } from './use-billing-portal.ts'

interface SwitchToFreeDialogProps {
  subscription: Subscription
  booked: readonly BookedAddon[]
  /** The free plan. */
  plan: Plan
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before a paid plan is cancelled in favour of the free one. */
export function SwitchToFreeDialog(props: SwitchToFreeDialogProps) {
  const { subscription, booked, plan, busy, onCancel, onConfirm } = props
  const end = paidUntil(subscription)
  return (
    <ConfirmDialog
      onCancel={onCancel}
      onConfirm={onConfirm}
      title={t('Switch to the free plan now?')}
      description={switchToFreeDescription(subscription, booked.length > 0)}
      confirmLabel={t('Switch to Free Plan')}
      busyLabel={t('Switching...')}
      busy={busy}
    >
      <LimitText limit={plan.email_limit} />
      {end !== null && <KeepUntilEnd end={end} endsThen={subscription.cancel_at_period_end} />}
    </ConfirmDialog>
  )
}

/** The choice that loses nothing that is paid. @param endsThen it is made already */
function KeepUntilEnd({ end, endsThen }: { end: string; endsThen: boolean }) {
  const portal = useBillingPortal()
  return (
    <div className="mt-4">
      <Notice tone="neutral">
        {endsThen ? (
          t('Your plan ends on {end} in any case. Until then you can use what you have paid.', { end })
        ) : (
          <>
            <p>{t('To use what you have paid until {end}, cancel under “Manage Subscription” instead.', { end })}</p>
            <Button size="small" className="mt-2.5" busy={portal.busy} onClick={portal.open}>
              {t('Manage Subscription')}
            </Button>
          </>
        )}
      </Notice>
    </div>
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
  const changePrice = usePlanChangePrice(plan.id)
  const change = plan.price_monthly - current.price_monthly
  return (
    <ConfirmDialog
      tone="primary"
      onCancel={onCancel}
      onConfirm={() => onConfirm(prorationDateOf(changePrice))}
      title={t('Change to {name} now?', { name: plan.name })}
      description={
        change > 0
          ? t(
              'Your add-ons stay. The change takes effect immediately, or, if your bank asks you to confirm the ' +
                'payment, as soon as you have done so.',
            )
          : t('Your add-ons stay. The change takes effect immediately.')
      }
      confirmLabel={t('Change Plan')}
      busyLabel={t('Changing...')}
      busy={busy}
      paused={changePrice.state === 'loading'}
    >
      <LimitText limit={monthlyLimit(plan, booked)} />
      <ChangeTotals total={monthlyPrice(plan, booked)} change={change} changePrice={changePrice} />
    </ConfirmDialog>
  )
}

/** What a smaller plan takes away. */
const LimitText = ({ limit }: { limit: number }) => (
  <p className="mt-2 text-sm">{t('With this choice {limit} emails are sorted for you each month.', { limit })}</p>
)

/** Until when the plan is paid, null if it is not in effect. */
const paidUntil = (subscription: Subscription): string | null =>
  subscription.current_period_end === null || effectivePlan(subscription) === null
    ? null
    : formatDate(subscription.current_period_end)

function switchToFreeDescription(subscription: Subscription, hasAddons: boolean): string {
  const name = subscription.plan?.name ?? t('plan')
  const end = paidUntil(subscription)
  if (end === null)
    return hasAddons
      ? t('Your {name} subscription and its add-ons end immediately.', { name })
      : t('Your {name} subscription ends immediately.', { name })
  return hasAddons
    ? t('Your {name} plan and its add-ons end immediately. What you have paid until {end} is not refunded.', {
        name,
        end,
      })
    : t('Your {name} plan ends immediately. What you have paid until {end} is not refunded.', { name, end })
}
