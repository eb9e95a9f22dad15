import { useQuery } from '@tanstack/react-query'
import type { AddonChoice, ChangePreview } from '../../../contract/functions/billing.ts'
import { addonPreviewQuery, planPreviewQuery } from '../../api/billing.ts'
import { pricePreviewDebounceMs } from '../../limits.ts'
import { useIsDebounced } from '../../lib/use-is-debounced.ts'

export type PreviewState =
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
