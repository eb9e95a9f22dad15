import type { ReactNode } from 'react'
import { isPlanInEffect } from '../../../contract/limits.ts'
import type { Plan, Subscription } from '../../../contract/tables.ts'
import type { BookedAddon } from '../../api/subscription.ts'
import { UsageMeter } from '../../features/usage/usage-meter.tsx'
import { WaitingMailNotice } from '../../features/usage/waiting-mail-notice.tsx'
import { formatDate, formatPrice } from '../../lib/format.ts'
import { monthlyLimit, monthlyPrice } from '../../lib/plan-pricing.ts'
import { t } from '../../texts/translate.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { statusNames, StatusNotice } from './status-notice.tsx'
import type { BillingPortal } from './use-billing-portal.ts'

interface CurrentPlanProps {
  subscription: Subscription
  plan: NonNullable<Subscription['plan']>
  addons: readonly BookedAddon[]
  /** Emails sorted this month; null while loading. */
  processed: number | null
  freePlan: Plan | null
  portal: BillingPortal
  /** The notice about the payment replaces those of the status, which would offer to pay again. */
  isPaymentAwaited: boolean
  /** Buttons below the details. */
  actions: ReactNode
}

export function CurrentPlan(props: CurrentPlanProps) {
  const { subscription, plan, addons, processed, freePlan, portal, isPaymentAwaited, actions } = props
  const { status, current_period_start: start, current_period_end: end } = subscription
  const applies = isPlanInEffect(status)
  const limit = applies ? monthlyLimit(plan, addons) : (freePlan?.email_limit ?? null)
  return (
    <Card
      title={plan.name}
      description={plan.description && t(plan.description)}
      actions={
        <Badge tone={applies ? (status === 'past_due' ? 'bad' : 'good') : 'warn'}>{t(statusNames[status])}</Badge>
      }
    >
      <div className="space-y-5 border-t border-line p-5">
        {!isPaymentAwaited && (
          <StatusNotice subscription={subscription} freeLimit={freePlan?.email_limit ?? null} portal={portal} />
        )}
        <dl className="grid gap-4 text-sm sm:grid-cols-3">
          <Fact name={t('Price')} value={t('{price} per month', { price: formatPrice(plan.price_monthly) })} />
          <Fact
            name={t('Included')}
            value={t('{limit} emails per month', { limit: applies ? monthlyLimit(plan, addons) : plan.email_limit })}
          />
          {/* An incomplete plan has not begun. */}
          {start && end && status !== 'incomplete' && (
            <Fact
              name={applies ? t('Current period') : t('Last period')}
              value={`${formatDate(start)} – ${formatDate(end)}`}
            />
          )}
        </dl>
        {processed !== null && limit !== null && (
          <div>
            <UsageMeter processed={processed} limit={limit} />
            <WaitingMailNotice />
          </div>
        )}
        {applies && addons.length > 0 && <PriceList plan={plan} addons={addons} />}
      </div>
      {actions}
    </Card>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="text-base">{value}</dd>
    </div>
  )
}

interface PriceListProps {
  plan: Pick<Plan, 'name' | 'price_monthly' | 'email_limit'>
  addons: readonly BookedAddon[]
}

/** Monthly price, itemized. */
function PriceList({ plan, addons }: PriceListProps) {
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
