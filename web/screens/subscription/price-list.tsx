import type { Plan } from '../../../contract/tables.ts'
import type { BookedAddon } from '../../api/subscription.ts'
import { formatPrice } from '../../lib/format.ts'
import { monthlyPrice } from '../../lib/plan-pricing.ts'
import { t } from '../../texts/translate.ts'

interface PriceListProps {
  plan: Pick<Plan, 'name' | 'price_monthly' | 'email_limit'>
  addons: readonly BookedAddon[]
}

/** Monthly price, itemized. */
export function PriceList({ plan, addons }: PriceListProps) {
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="mb-1 text-left text-xs text-muted">{t('Each month')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('What')}</th>
          <th scope="col">{t('Price')}</th>
        </tr>
      </thead>
      <tbody>
        <Line name={plan.name} emails={plan.email_limit} cents={plan.price_monthly} />
        {addons.map(({ id, addon, quantity }) => (
          <Line
            key={id}
            name={quantity === 1 ? t(addon.name) : `${t(addon.name)} × ${quantity}`}
            emails={addon.email_limit * quantity}
            cents={addon.price_monthly * quantity}
          />
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t border-line">
          <th scope="row" className="pt-2 text-left font-semibold">
            {t('Total')}
          </th>
          <td className="pt-2 text-right font-semibold">{formatPrice(monthlyPrice(plan, addons))}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function Line({ name, emails, cents }: { name: string; emails: number; cents: number }) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 pr-4 text-left font-normal">
        {name}
        <span className="text-muted"> {t('· {emails} emails', { emails })}</span>
      </th>
      <td className="py-2 text-right">{formatPrice(cents)}</td>
    </tr>
  )
}
