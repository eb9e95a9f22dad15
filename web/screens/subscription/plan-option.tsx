import { useId } from 'react'
import type { Plan } from '../../../contract/tables.ts'
import { formatPrice } from '../../lib/format.ts'
import { t } from '../../texts/translate.ts'
import { Badge } from '../../ui/badge.tsx'

interface PlanOptionProps {
  plan: Plan
  isCurrent: boolean
  isRecommended: boolean
  checked: boolean
  onChoose: () => void
}

/** A plan as a radio button in a card. */
export function PlanOption({ plan, isCurrent, isRecommended, checked, onChoose }: PlanOptionProps) {
  const id = useId()
  return (
    <label
      className={
        'flex items-start gap-3 rounded-xl border border-line p-4 transition-colors ' +
        'has-checked:border-accent has-checked:bg-accent-soft ' +
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ' +
        (isCurrent ? 'bg-sunken' : 'cursor-pointer hover:border-edge')
      }
    >
      <input
        type="radio"
        name="plan"
        checked={checked}
        disabled={isCurrent}
        onChange={onChoose}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-facts`}
        className="mt-1 size-4 shrink-0 accent-accent outline-none"
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="flex items-center gap-2 font-semibold">
            <span id={`${id}-name`}>{plan.name}</span>
            {isCurrent && <Badge tone="accent">{t('Current Plan')}</Badge>}
            {isRecommended && <Badge tone="good">{t('Recommended')}</Badge>}
          </span>
          <span className="tabular-nums">
            <span className="font-semibold">{formatPrice(plan.price_monthly)}</span>
            <span className="text-sm text-muted">{` ${t('per month')}`}</span>
          </span>
        </span>
        <span id={`${id}-facts`} className="mt-0.5 block text-sm text-muted">
          <span className="sr-only">{t('{price} per month', { price: formatPrice(plan.price_monthly) })}. </span>
          {plan.description && `${t(plan.description)} · `}
          {t('{limit} emails per month', { limit: plan.email_limit })}
        </span>
      </span>
    </label>
  )
}
