import { type QueryClient, QueryObserver, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { AccountTimeZoneOutput } from '../../contract/functions/account-time-zone.ts'
import { browserTimeZone, setTimeZone, timeZone } from '../lib/time-zone.ts'
import { timeZoneKey } from '../lib/user-storage.ts'
import { currentLanguage } from '../texts/translate.ts'
import { callFunction } from './call-function.ts'
import { readStoredSession } from './session-local-storage.ts'
import { authClient } from './session.ts'

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
      applyTimeZone(saved.timeZone)
      client.setQueryData(timeZoneQuery.queryKey, saved)
    },
  })
}

/**
 * Where the user has chosen another time zone than this browser knew, the page is loaded again with it. What another
 * tab chooses later counts from the next rendering on, so that nothing typed is lost.
 */
export async function followTimeZone(client: QueryClient, signal: AbortSignal): Promise<void> {
  const { timeZone: zone } = await client.fetchQuery(timeZoneQuery)
  if (signal.aborted) return
  if (storeTimeZone(zone) && zone !== timeZone()) location.reload()
  const stop = new QueryObserver(client, timeZoneQuery).subscribe(({ data }) => {
    if (data) applyTimeZone(data.timeZone)
  })
  signal.addEventListener('abort', stop)
}

/** Stores the page's language in the account: emails to the user are in it. English is not stored at first. */
export async function reportLanguage(): Promise<void> {
  const language = currentLanguage()
  if ((readStoredSession()?.user.user_metadata['language'] ?? 'en') === language) return
  const client = await authClient()
  await client.updateUser({ data: { language } })
}

function applyTimeZone(zone: string): void {
  storeTimeZone(zone)
  setTimeZone(zone)
}

/** @returns whether the browser has stored it */
function storeTimeZone(zone: string): boolean {
  if (zone === browserTimeZone()) localStorage.removeItem(timeZoneKey)
  else localStorage.setItem(timeZoneKey, zone)
  return (localStorage.getItem(timeZoneKey) ?? browserTimeZone()) === zone
}
