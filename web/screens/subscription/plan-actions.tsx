import type { Subscription } from '../../../contract/tables.ts'
import { Button } from '../../ui/button.tsx'
import type { PortalDoor } from './use-portal-door.ts'

interface PlanActionsProps {
  subscription: Subscription
  portal: PortalDoor
  onManageAddons: () => void
  /** Fetches the dialog before it is needed. */
  onPrepareAddons: () => void
}

/** Add-ons need an active subscription, the portal a customer of the payment provider (specification §6); else it is said why. */
export function PlanActions({ subscription, portal, onManageAddons, onPrepareAddons }: PlanActionsProps) {
  const active = subscription.status === 'active'
  const customer = subscription.stripe_customer_id !== null
  return (
    <div className="border-t border-line px-5 py-4">
      <div className="flex flex-wrap gap-2 max-sm:[&>button]:flex-1">
        <Button
          disabled={!active}
          aria-describedby={active ? undefined : 'addons-why'}
          onPointerEnter={onPrepareAddons}
          onFocus={onPrepareAddons}
          onClick={onManageAddons}
        >
          Manage Email Add-ons
        </Button>
        <Button disabled={!customer} aria-describedby="portal-why" busy={portal.busy} onClick={portal.open}>
          Manage Subscription
        </Button>
      </div>
      {!active && (
        <p id="addons-why" className="mt-2 text-sm text-muted">
          Add-ons can be changed while the subscription is active.
        </p>
      )}
      <p id="portal-why" className="mt-2 text-sm text-muted">
        {customer
          ? 'Invoices, payment method and cancellation are under Manage Subscription.'
          : 'There is nothing to pay, so there is nothing to manage at the payment provider.'}
      </p>
    </div>
  )
}
