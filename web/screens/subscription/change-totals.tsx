import type { ReactNode } from 'react'
import { explain } from '../../api/api-error.ts'
import { formatPrice } from '../../lib/format.ts'
import type { PreviewState } from './use-change-preview.ts'

interface ChangeTotalsProps {
  /** US cents a month: plan and add-ons as chosen, and how much more or less than now that is. The provider's own sum goes before it. */
  total: number
  change: number
  preview: PreviewState
}

/** What the choice costs each month, and what of it is taken now. Its height stays, whatever is known. */
export function ChangeTotals({ total, change, preview }: ChangeTotalsProps) {
  return (
    <div className="mt-5 rounded-lg border border-line bg-sunken px-4 py-3 text-sm">
      <dl className="space-y-1 tabular-nums" aria-live="polite">
        <Row name="Price change">
          {change === 0 ? 'None' : `${change > 0 ? '+' : '−'}${formatPrice(Math.abs(change))} per month`}
        </Row>
        <Row name={change < 0 ? 'Credit on your next invoice' : 'Charged now'}>
          <Now change={change} preview={preview} />
        </Row>
        <Row name="Total monthly price" strong>
          {formatPrice(preview.state === 'there' ? preview.preview.monthly : total)}
        </Row>
      </dl>
      <p className="mt-2 min-h-10 text-muted">{noteOn(change, preview)}</p>
    </div>
  )
}

function Row({ name, strong = false, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={`flex justify-between gap-4 ${strong ? 'border-t border-line pt-1.5 font-semibold' : ''}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Now({ change, preview }: { change: number; preview: PreviewState }) {
  if (preview.state === 'none') return 'Nothing'
  if (preview.state === 'failed') return 'Not known'
  if (preview.state === 'there') return formatPrice(change < 0 ? preview.preview.credit : preview.preview.dueNow)
  return <span className="text-muted">Calculating...</span>
}

/** Specification §9, "Proration note". */
function noteOn(change: number, preview: PreviewState): string {
  if (change === 0) return preview.state === 'none' ? 'Change a quantity to see what it costs.' : ''
  const rule =
    change > 0
      ? 'You are charged now for the prorated amount of the current period.'
      : "Refunds follow the payment provider's policy: the rest of the current period is credited."
  if (preview.state !== 'failed') return rule
  return `${explain(preview.error, 'The exact amount cannot be calculated right now.')} ${rule}`
}
