import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AddonChoice, ChangePrice } from '../../../contract/functions/billing.ts'
import { errorMessageOr } from '../../api/api-error.ts'
import { addonChangePriceQuery, planChangePriceQuery } from '../../api/billing.ts'
import { formatPrice } from '../../lib/format.ts'
import { useIsDebounced } from '../../lib/use-is-debounced.ts'
import { t } from '../../texts/translate.ts'

interface ChangeTotalsProps {
  /** US cents per month for the selected plan and add-ons. The payment provider's total takes precedence. */
  total: number
  /** Difference to the current price, in US cents per month. */
  change: number
  changePrice: ChangePriceState
}

/** Monthly price of the selection, and the amount charged now. Keeps its height while the price loads. */
export function ChangeTotals({ total, change, changePrice }: ChangeTotalsProps) {
  return (
    <div className="mt-5 rounded-lg border border-line bg-sunken px-4 py-3 text-sm">
      <dl className="space-y-1 tabular-nums" aria-live="polite">
        <TotalRow name={t('Price change')}>
          {change === 0
            ? t('None')
            : t('{price} per month', { price: `${change > 0 ? '+' : '−'}${formatPrice(Math.abs(change))}` })}
        </TotalRow>
        <TotalRow name={change < 0 ? t('Credit on your next invoice') : t('Charged now')}>
          <AmountNow change={change} changePrice={changePrice} />
        </TotalRow>
        <TotalRow name={t('Total monthly price')} strong>
          {formatPrice(changePrice.state === 'ready' ? changePrice.price.monthly : total)}
        </TotalRow>
      </dl>
      <p className="mt-2 min-h-15 text-muted">{prorationNote(change, changePrice)}</p>
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

function AmountNow({ change, changePrice }: { change: number; changePrice: ChangePriceState }) {
  if (changePrice.state === 'none') return t('Nothing')
  if (changePrice.state === 'failed') return t('Unknown')
  if (changePrice.state === 'ready')
    return formatPrice(change < 0 ? changePrice.price.credit : changePrice.price.dueNow)
  return <span className="text-muted">{t('Calculating...')}</span>
}

function prorationNote(change: number, changePrice: ChangePriceState): string {
  if (change === 0) return changePrice.state === 'none' ? t('Change a quantity to see what it costs.') : ''
  const note =
    change > 0
      ? t('You are charged now for the prorated amount of the current period.')
      : t("Refunds follow the payment provider's policy: the rest of the current period is credited.")
  if (changePrice.state !== 'failed') return note
  return `${errorMessageOr(changePrice.error, t('The exact amount cannot be calculated right now.'))} ${note}`
}

type ChangePriceState =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'ready'; price: ChangePrice }
  | { state: 'failed'; error: Error }

interface ChangePriceQuery {
  data: ChangePrice | undefined
  error: Error | null
  isFetching: boolean
}

/** During a refetch the previous price counts as outdated. */
const stateOf = ({ data, error, isFetching }: ChangePriceQuery): ChangePriceState => {
  if (isFetching) return { state: 'loading' }
  if (error) return { state: 'failed', error }
  return data ? { state: 'ready', price: data } : { state: 'loading' }
}

/** Sent with the change, so that the displayed amount is charged. */
export const prorationDateOf = (changePrice: ChangePriceState): number | undefined =>
  changePrice.state === 'ready' ? changePrice.price.prorationDate : undefined

const changePriceDebounceMs = 400

/** Price of a set of add-ons; requested once the selection is stable. @param choices null: no change */
export function useAddonChangePrice(choices: AddonChoice[] | null): ChangePriceState {
  const key = JSON.stringify(choices)
  const isStable = useIsDebounced(key, changePriceDebounceMs)
  const query = useQuery({ ...addonChangePriceQuery(choices ?? []), enabled: choices !== null && isStable })
  if (choices === null) return { state: 'none' }
  return isStable ? stateOf(query) : { state: 'loading' }
}

/** Price of another plan with the current add-ons. */
export function usePlanChangePrice(planId: string): ChangePriceState {
  return stateOf(useQuery(planChangePriceQuery(planId)))
}
