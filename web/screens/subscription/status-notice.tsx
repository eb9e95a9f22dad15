import type { ReactNode } from 'react'
import type { Subscription, SubscriptionStatus } from '../../../contract/tables.ts'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { t, text } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { BillingPortal } from './use-billing-portal.ts'

export const statusNames: Record<SubscriptionStatus, string> = {
  active: text('Active'),
  trialing: text('Trial'),
  past_due: text('Payment due'),
  incomplete: text('Incomplete'),
  canceled: text('Canceled'),
  inactive: text('Inactive'),
}

interface StatusNoticeProps {
  subscription: Subscription
  /** Limit of the free plan, which applies if the subscription does not; null if unknown. */
  freeLimit: number | null
  portal: BillingPortal
}

/** Notices about problems and pending changes of a subscription. */
export function StatusNotice({ subscription, freeLimit, portal }: StatusNoticeProps) {
  const hasCustomer = subscription.stripe_customer_id !== null
  const portalButton = (label: string) =>
    hasCustomer && (
      <Button size="small" className="mt-2.5" busy={portal.busy} onClick={portal.open}>
        {label}
      </Button>
    )
  return (
    <>
      <StatusText
        subscription={subscription}
        freeLimit={freeLimit}
        payButton={portalButton(t('Update Payment Method'))}
      />
      {subscription.pending_update_expires_at !== null && (
        <Notice tone="warn">
          <p>
            {t(
              'Waiting for payment: your change takes effect once it is paid. The open invoice is under “Manage ' +
                'Subscription” until {date}; after that the change is canceled, and nothing is charged.',
              { date: formatDateTime(subscription.pending_update_expires_at) },
            )}
          </p>
          {portalButton(t('Pay Open Invoice'))}
        </Notice>
      )}
      {subscription.cancel_at_period_end && subscription.status !== 'canceled' && (
        <Notice tone="warn">
          <p>
            {subscription.current_period_end
              ? t('Your subscription ends on {end}.', { end: formatDate(subscription.current_period_end) })
              : t('Your subscription ends with the current period.')}{' '}
            {t('Until then nothing changes.')}
          </p>
          {portalButton(t('Keep Subscription'))}
        </Notice>
      )}
    </>
  )
}

interface StatusTextProps extends Omit<StatusNoticeProps, 'portal'> {
  payButton: ReactNode
}

function StatusText({ subscription, freeLimit, payButton }: StatusTextProps) {
  const { status, cancel_at_period_end: endsSoon, current_period_end: end } = subscription
  const meanwhile =
    freeLimit === null
      ? t('Until then the free plan applies.')
      : t('Until then the free plan applies: {freeLimit} emails per month.', { freeLimit })
  switch (status) {
    case 'active':
      return null
    case 'past_due':
      return (
        <Notice tone="bad">
          <p>
            {t(
              'Your last payment failed. Your plan continues while the payment provider tries again. Please ' +
                'update your payment method, or the plan will end.',
            )}
          </p>
          {payButton}
        </Notice>
      )
    case 'incomplete':
      return (
        <Notice tone="warn">
          <p>
            {t(
              'Your first payment was not completed, so this plan has not begun. Choose a plan again to pay. ' +
                '{meanwhile}',
              { meanwhile },
            )}
          </p>
        </Notice>
      )
    case 'canceled':
      return (
        <Notice tone="warn">
          <p>
            {end ? t('This subscription ended on {end}.', { end: formatDate(end) }) : t('This subscription has ended.')}
            {` ${t('Choose a plan to continue.')} ${meanwhile}`}
          </p>
        </Notice>
      )
    case 'inactive':
      return (
        <Notice tone="warn">
          <p>
            {t('This subscription is not active. Update your payment method, or choose a plan again. {meanwhile}', {
              meanwhile,
            })}
          </p>
          {payButton}
        </Notice>
      )
    case 'trialing':
      return endsSoon ? null : (
        <Notice tone="neutral">
          {end
            ? t('Your trial ends on {end}. Your plan then continues and is paid each month.', { end: formatDate(end) })
            : t('You are in a trial of this plan. After the trial it is paid each month.')}
        </Notice>
      )
  }
}
