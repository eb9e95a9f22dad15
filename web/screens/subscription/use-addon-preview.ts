import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AddonChoice, AddonPreview } from '../../../contract/functions/billing.ts'
import { addonPreviewQuery } from '../../api/billing.ts'

/** The provider is asked once somebody has stopped counting for so long. */
const restMs = 400

export type PreviewState =
  | { state: 'none' }
  | { state: 'asking' }
  | { state: 'there'; preview: AddonPreview }
  | { state: 'failed'; error: Error }

/** What this set would cost now, for as long as it stays the same. @param wanted null where nothing changes */
export function useAddonPreview(wanted: AddonChoice[] | null): PreviewState {
  const key = JSON.stringify(wanted)
  const [restedKey, setRestedKey] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setRestedKey(key), restMs)
    return () => clearTimeout(timer)
  }, [key])
  const rested = restedKey === key
  const { data, error } = useQuery({ ...addonPreviewQuery(wanted ?? []), enabled: wanted !== null && rested })
  if (wanted === null) return { state: 'none' }
  if (data && rested) return { state: 'there', preview: data }
  return error && rested ? { state: 'failed', error } : { state: 'asking' }
}
