import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { isPaidPlan } from '../../../contract/limits.ts'
import type { Plan } from '../../../contract/tables.ts'
import { formatNumber, formatPrice } from '../../lib/format.ts'
import { t, text } from '../../texts/translate.ts'

interface Feature {
  name: string
  valueOf: (plan: Plan) => string | boolean
}

const features: readonly Feature[] = [
  { name: text('Emails per month'), valueOf: ({ email_limit }) => formatNumber(email_limit) },
  {
    name: text('Price per 1,000 emails'),
    valueOf: ({ price_monthly, email_limit }) =>
      price_monthly === 0 ? formatPrice(0) : formatPrice(Math.round((price_monthly / email_limit) * 1000)),
  },
  { name: text('Email add-ons'), valueOf: isPaidPlan },
  { name: text('Sorting, review and undo'), valueOf: () => true },
  { name: text('Automated actions and connections'), valueOf: () => true },
  { name: text('Several mailboxes'), valueOf: () => true },
]

/** What the plans include, side by side. */
export function PlanComparison({ plans }: { plans: readonly Plan[] }) {
  return (
    <div className="mt-6 overflow-x-auto">
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{t('The plans compared')}</caption>
        <thead>
          <tr className="border-b border-line text-left">
            <th scope="col" className="py-2 pr-4 font-medium text-muted">
              {t('Included')}
            </th>
            {plans.map(({ id, name }) => (
              <th key={id} scope="col" className="px-2 py-2 text-center font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {features.map(({ name, valueOf }) => (
            <tr key={name} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-2 pr-4 text-left font-normal text-muted">
                {t(name)}
              </th>
              {plans.map((plan) => (
                <td key={plan.id} className="px-2 py-2 text-center">
                  {cellOf(valueOf(plan))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function cellOf(value: string | boolean): ReactNode {
  if (typeof value === 'string') return value
  const Icon = value ? Check : Minus
  return (
    <>
      <Icon aria-hidden="true" className={`mx-auto size-4 ${value ? 'text-good' : 'text-muted'}`} />
      <span className="sr-only">{value ? t('Yes') : t('No')}</span>
    </>
  )
}
