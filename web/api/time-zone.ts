import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { AccountTimeZoneOutput } from '../../contract/functions/account-time-zone.ts'
import { browserTimeZone, setTimeZone, timeZone } from '../lib/time-zone.ts'
import { timeZoneKey } from '../shell/user-storage.ts'
import { callFunction } from './call-function.ts'

/** The user's time zone. Reports the browser's, which counts until the user has chosen one. */
export const timeZoneQuery = queryOptions({
  queryKey: ['time-zone'],
  queryFn: () =>
    callFunction('account-time-zone', { action: 'report', timeZone: browserTimeZone() }, AccountTimeZoneOutput),
  staleTime: Infinity,
})

/** Null: the browser's. */
export function useSaveTimeZone() {
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'time-zone' },
    mutationFn: (chosen: string | null) =>
      callFunction(
        'account-time-zone',
        { action: 'save', timeZone: chosen ?? browserTimeZone(), isChosen: chosen !== null },
        AccountTimeZoneOutput,
      ),
    onSuccess: (saved) => {
      storeTimeZone(saved.timeZone)
      // Before anything is rendered with it.
      setTimeZone(saved.timeZone)
      client.setQueryData(timeZoneQuery.queryKey, saved)
    },
  })
}

/** Where the user has chosen another time zone than this browser knew, the page is loaded again with it. */
export async function reportTimeZone(client: QueryClient): Promise<void> {
  const { timeZone: zone } = await client.fetchQuery(timeZoneQuery)
  if (storeTimeZone(zone) && zone !== timeZone()) location.reload()
}

/** @returns whether the browser has stored it */
function storeTimeZone(zone: string): boolean {
  if (zone === browserTimeZone()) localStorage.removeItem(timeZoneKey)
  else localStorage.setItem(timeZoneKey, zone)
  return (localStorage.getItem(timeZoneKey) ?? browserTimeZone()) === zone
}
