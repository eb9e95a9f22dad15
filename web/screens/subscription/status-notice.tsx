import type { Subscription, SubscriptionStatus } from '../../../contract/tables.ts'
import { formatDate, formatDateTime, formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { PortalDoor } from './use-portal-door.ts'

export const statusNames: Record<SubscriptionStatus, string> = {
  active: 'Active',
  trialing: 'Trial',
  past_due: 'Payment due',
  incomplete: 'Incomplete',
  canceled: 'Canceled',
  inactive: 'Inactive',
}

interface StatusNoticeProps {
  subscription: Subscription
  /** Of the plan that holds where this one does not; null where it is not known. */
  freeLimit: number | null
  portal: PortalDoor
}

/** What is to be known of a subscription beside that it runs, and what one does about it. */
export function StatusNotice({ subscription, freeLimit, portal }: StatusNoticeProps) {
  const { status, cancel_at_period_end: ends, current_period_end: end, stripe_customer_id: customer } = subscription
  const pending = subscription.pending_update_expires_at
  const door = (words: string) =>
    customer !== null && (
      <Button size="small" className="mt-2.5" busy={portal.busy} onClick={portal.open}>
        {words}
      </Button>
    )
  const pay = door('Update Payment Method')
  const meanwhile =
    freeLimit === null
      ? 'Until then the free plan applies.'
      : `Until then the free plan applies: ${formatNumber(freeLimit)} emails per month.`
  return (
    <>
      {status === 'past_due' && (
        <Notice tone="bad">
          <p>
            Your last payment failed. Your plan goes on while the payment provider tries again; please update your
            payment method, or it will end.
          </p>
          {pay}
        </Notice>
      )}
      {status === 'incomplete' && (
        <Notice tone="warn">
          <p>
            Your first payment was not completed, so this plan has not begun. Choose a plan again to pay. {meanwhile}
          </p>
        </Notice>
      )}
      {status === 'canceled' && (
        <Notice tone="warn">
          <p>
            {end ? `This subscription ended on ${formatDate(end)}.` : 'This subscription has ended.'} Choose a plan to
            go on. {meanwhile}
          </p>
        </Notice>
      )}
      {status === 'inactive' && (
        <Notice tone="warn">
          <p>This subscription is not active. Update your payment method, or choose a plan again. {meanwhile}</p>
          {pay}
        </Notice>
      )}
      {status === 'trialing' && !ends && (
        <Notice tone="neutral">
          {end
            ? `Your trial ends on ${formatDate(end)}. Your plan then goes on and is paid each month.`
            : 'You are trying this plan. It is paid each month after the trial.'}
        </Notice>
      )}
      {pending !== null && (
        <Notice tone="warn">
          <p>
            Waiting for payment: your change takes effect once it is paid. The open invoice is under “Manage
            Subscription” until {formatDateTime(pending)}; after that it is dropped, and nothing is charged.
          </p>
          {door('Pay Open Invoice')}
        </Notice>
      )}
      {ends && status !== 'canceled' && (
        <Notice tone="warn">
          {end ? `Your subscription ends on ${formatDate(end)}.` : 'Your subscription ends with the current period.'}{' '}
          Until then nothing changes{customer === null ? '.' : '; “Manage Subscription” is where you can keep it.'}
        </Notice>
      )}
    </>
  )
}
