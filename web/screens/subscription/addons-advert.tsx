import type { Addon } from '../../../contract/tables.ts'
import { formatPrice } from '../../lib/format.ts'
import { t } from '../../texts/translate.ts'
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
      <h2 className="text-base font-semibold">{t('Need more emails?')}</h2>
      <p className="mt-1 text-sm text-muted">
        {t('Add-ons raise your monthly limit immediately. You can buy several of each.')}
      </p>
      <ul className="mt-3 space-y-1.5 text-sm">
        {addons.map(({ id, email_limit, price_monthly }) => (
          <li key={id} className="flex justify-between gap-4">
            <span>{t('+{emails} emails', { emails: email_limit })}</span>
            <span className="text-muted tabular-nums">
              {t('{price} per month', { price: formatPrice(price_monthly) })}
            </span>
          </li>
        ))}
      </ul>
      {onManage && (
        <Button className="mt-4" onClick={onManage}>
          {t('Choose Add-ons')}
        </Button>
      )}
    </section>
  )
}
