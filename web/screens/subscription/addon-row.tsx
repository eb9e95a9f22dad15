import { formatPrice } from '../../lib/format.ts'
import { t } from '../../texts/translate.ts'
import { Stepper } from '../../ui/stepper.tsx'
import type { AddonOption } from './addon-quantities.ts'

interface AddonRowProps {
  addon: AddonOption
  quantity: number
  onChange: (quantity: number) => void
}

export function AddonRow({ addon, quantity, onChange }: AddonRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <h3 className="text-base font-medium">{t(addon.name)}</h3>
        <p className="text-sm text-muted">
          {t('+{emails} emails · {price} per month', {
            emails: addon.email_limit,
            price: formatPrice(addon.price_monthly),
          })}
        </p>
        {!addon.isSold && (
          <p className="text-sm text-muted">{t('No longer sold. You can keep or remove it, but not add more.')}</p>
        )}
      </div>
      <Stepper label={t(addon.name)} value={quantity} min={0} max={addon.maxQuantity} onChange={onChange} />
    </li>
  )
}
