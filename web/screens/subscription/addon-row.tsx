import { addonQuantityMost } from '../../../contract/limits.ts'
import type { Addon } from '../../../contract/tables.ts'
import { formatNumber, formatPrice } from '../../lib/format.ts'
import { Stepper } from '../../ui/stepper.tsx'

interface AddonRowProps {
  addon: Addon
  quantity: number
  onChange: (quantity: number) => void
}

export function AddonRow({ addon, quantity, onChange }: AddonRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <h3 className="text-base font-medium">{addon.name}</h3>
        <p className="text-sm text-muted">
          +{formatNumber(addon.email_limit)} emails · {formatPrice(addon.price_monthly)} per month
        </p>
      </div>
      <Stepper label={addon.name} value={quantity} min={0} max={addonQuantityMost} onChange={onChange} />
    </li>
  )
}
