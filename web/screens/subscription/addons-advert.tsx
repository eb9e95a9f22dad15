import type { Addon } from '../../../contract/tables.ts'
import { formatNumber, formatPrice } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'

interface AddonsAdvertProps {
  addons: readonly Addon[]
  /** Null if add-ons cannot be changed now. */
  onManage: (() => void) | null
}

/** Advertises add-ons to users of the plan `addonsPromotedOnPlan`. */
export function AddonsAdvert({ addons, onManage }: AddonsAdvertProps) {
  return (
    <section className="rounded-xl border border-accent/25 bg-accent-soft p-5">
      <h2 className="text-base font-semibold">Need more emails?</h2>
      <p className="mt-1 text-sm text-muted">Add-ons raise your monthly limit at once, as many of each as you like.</p>
      <ul className="mt-3 space-y-1.5 text-sm">
        {addons.map(({ id, email_limit, price_monthly }) => (
          <li key={id} className="flex justify-between gap-4">
            <span>+{formatNumber(email_limit)} emails</span>
            <span className="text-muted tabular-nums">{formatPrice(price_monthly)} per month</span>
          </li>
        ))}
      </ul>
      {onManage && (
        <Button className="mt-4" onClick={onManage}>
          Choose Add-ons
        </Button>
      )}
    </section>
  )
}
