import { useQuery } from '@tanstack/react-query'
import type { AddonChoice, ChangePreview } from '../../../contract/functions/billing.ts'
import { addonPreviewQuery, planPreviewQuery } from '../../api/billing.ts'
import { useRested } from '../../lib/use-rested.ts'

/** The provider is asked once somebody has stopped counting for so long. */
const restMs = 400

export type PreviewState =
  | { state: 'none' }
  | { state: 'asking' }
  | { state: 'there'; preview: ChangePreview }
  | { state: 'failed'; error: Error }

interface Asked {
  data: ChangePreview | undefined
  error: Error | null
  isFetching: boolean
}

/** While it is asked for anew, the price of before is no price. */
const stateOf = ({ data, error, isFetching }: Asked): PreviewState => {
  if (isFetching) return { state: 'asking' }
  if (error) return { state: 'failed', error }
  return data ? { state: 'there', preview: data } : { state: 'asking' }
}

/** With it the cents are those that were shown. */
export const prorationDateOf = (preview: PreviewState): number | undefined =>
  preview.state === 'there' ? preview.preview.prorationDate : undefined

/** What this set would cost now, for as long as it stays the same. @param wanted null where nothing changes */
export function useAddonPreview(wanted: AddonChoice[] | null): PreviewState {
  const key = JSON.stringify(wanted)
  const rested = useRested(key, restMs)
  const asked = useQuery({ ...addonPreviewQuery(wanted ?? []), enabled: wanted !== null && rested })
  if (wanted === null) return { state: 'none' }
  return rested ? stateOf(asked) : { state: 'asking' }
}

/** What this plan would cost now who has add-ons. */
export function usePlanPreview(planId: string): PreviewState {
  return stateOf(useQuery(planPreviewQuery(planId)))
}
