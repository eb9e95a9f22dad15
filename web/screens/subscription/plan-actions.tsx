import type { Subscription } from '../../../contract/tables.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import type { BillingPortal } from './use-billing-portal.ts'

interface PlanActionsProps {
  subscription: Subscription
  portal: BillingPortal
  onManageAddons: () => void
  /** Preloads the add-on dialog. */
  onPrepareAddons: () => void
}

/**
 * Add-ons need an active subscription, the portal needs a customer at the payment provider; else a text states the
 * reason.
 */
export function PlanActions({ subscription, portal, onManageAddons, onPrepareAddons }: PlanActionsProps) {
  const isActive = subscription.status === 'active'
  const hasCustomer = subscription.stripe_customer_id !== null
  return (
    <div className="border-t border-line px-5 py-4">
      <div className="flex flex-wrap gap-2 max-sm:[&>button]:flex-1">
        <Button
          disabled={!isActive}
          aria-describedby={isActive ? undefined : 'addons-why'}
          onPointerEnter={onPrepareAddons}
          onFocus={onPrepareAddons}
          onClick={onManageAddons}
        >
          {t('Manage Email Add-ons')}
        </Button>
        <Button disabled={!hasCustomer} aria-describedby="portal-why" busy={portal.busy} onClick={portal.open}>
          {t('Manage Subscription')}
        </Button>
      </div>
      {!isActive && (
        <p id="addons-why" className="mt-2 text-sm text-muted">
          {t('Add-ons can be changed while the subscription is active.')}
        </p>
      )}
      <p id="portal-why" className="mt-2 text-sm text-muted">
        {hasCustomer
          ? t('Invoices, payment method and cancellation are under Manage Subscription.')
          : t('There is nothing to pay, so there is nothing to manage at the payment provider.')}
      </p>
    </div>
  )
}
