import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AddonChoice, ChangePreview } from '../../../contract/functions/billing.ts'
import { errorMessageOr } from '../../api/api-error.ts'
import { addonPreviewQuery, planPreviewQuery } from '../../api/billing.ts'
import { formatPrice } from '../../lib/format.ts'
import { useIsDebounced } from '../../lib/use-is-debounced.ts'
import { t } from '../../texts/translate.ts'

interface ChangeTotalsProps {
  /** US cents per month for the selected plan and add-ons. The payment provider's total takes precedence. */
  total: number
  /** Difference to the current price, in US cents per month. */
  change: number
  preview: PreviewState
}

/** Monthly price of the selection, and the amount charged now. Keeps its height while the preview loads. */
export function ChangeTotals({ total, change, preview }: ChangeTotalsProps) {
  return (
    <div className="mt-5 rounded-lg border border-line bg-sunken px-4 py-3 text-sm">
      <dl className="space-y-1 tabular-nums" aria-live="polite">
        <TotalRow name={t('Price change')}>
          {change === 0
            ? t('None')
            : t('{price} per month', { price: `${change > 0 ? '+' : '−'}${formatPrice(Math.abs(change))}` })}
        </TotalRow>
        <TotalRow name={change < 0 ? t('Credit on your next invoice') : t('Charged now')}>
          <AmountNow change={change} preview={preview} />
        </TotalRow>
        <TotalRow name={t('Total monthly price')} strong>
          {formatPrice(preview.state === 'ready' ? preview.preview.monthly : total)}
        </TotalRow>
      </dl>
      <p className="mt-2 min-h-15 text-muted">{prorationNote(change, preview)}</p>
    </div>
  )
}

function TotalRow({ name, strong = false, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={`flex justify-between gap-4 ${strong ? 'border-t border-line pt-1.5 font-semibold' : ''}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function AmountNow({ change, preview }: { change: number; preview: PreviewState }) {
  if (preview.state === 'none') return t('Nothing')
  if (preview.state === 'failed') return t('Unknown')
  if (preview.state === 'ready') return formatPrice(change < 0 ? preview.preview.credit : preview.preview.dueNow)
  return <span className="text-muted">{t('Calculating...')}</span>
}

function prorationNote(change: number, preview: PreviewState): string {
  if (change === 0) return preview.state === 'none' ? t('Change a quantity to see what it costs.') : ''
  const note =
    change > 0
      ? t('You are charged now for the prorated amount of the current period.')
      : t("Refunds follow the payment provider's policy: the rest of the current period is credited.")
  if (preview.state !== 'failed') return note
  return `${errorMessageOr(preview.error, t('The exact amount cannot be calculated right now.'))} ${note}`
}

type PreviewState =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'ready'; preview: ChangePreview }
  | { state: 'failed'; error: Error }

interface PreviewQuery {
  data: ChangePreview | undefined
  error: Error | null
  isFetching: boolean
}

/** During a refetch the previous price counts as outdated. */
const stateOf = ({ data, error, isFetching }: PreviewQuery): PreviewState => {
  if (isFetching) return { state: 'loading' }
  if (error) return { state: 'failed', error }
  return data ? { state: 'ready', preview: data } : { state: 'loading' }
}

/** Sent with the change, so that the displayed amount is charged. */
export const prorationDateOf = (preview: PreviewState): number | undefined =>
  preview.state === 'ready' ? preview.preview.prorationDate : undefined

const pricePreviewDebounceMs = 400

/** Price of a set of add-ons; requested once the selection is stable. @param choices null: no change */
export function useAddonPreview(choices: AddonChoice[] | null): PreviewState {
  const key = JSON.stringify(choices)
  const isStable = useIsDebounced(key, pricePreviewDebounceMs)
  const query = useQuery({ ...addonPreviewQuery(choices ?? []), enabled: choices !== null && isStable })
  if (choices === null) return { state: 'none' }
  return isStable ? stateOf(query) : { state: 'loading' }
}

/** Price of another plan with the current add-ons. */
export function usePlanPreview(planId: string): PreviewState {
  return stateOf(useQuery(planPreviewQuery(planId)))
}
