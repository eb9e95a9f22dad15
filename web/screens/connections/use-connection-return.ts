import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { providerNames } from '../../../contract/providers.ts'
import { connectionsQuery } from '../../api/connections.ts'
import { readConnectionReturn, type ConnectionReturn } from '../../lib/connection-return.ts'
import { safeText } from '../../lib/safe-text.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'

/** The way back from a service: says how it went, reads the connections anew and cleans the address. */
export function useConnectionReturn(): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const search = useSearch({ from: '/signed-in/connections' })

  useEffect(() => {
    const trip = readConnectionReturn(search)
    if (!trip) return
    void report(trip, client)
    void navigate({ to: '/connections', search: {}, replace: true })
  }, [search, client, navigate])
}

async function report(trip: ConnectionReturn, client: QueryClient): Promise<void> {
  if (trip.outcome === 'failed') {
    toastError('Connection Failed', trip.description)
    return
  }
  // Anybody can write such an address, so "connected" is only said when the server has it (decision T8).
  const list = await client.fetchQuery({ ...connectionsQuery, staleTime: 0 }).catch(() => null)
  if (!list) return
  const name = providerNames[trip.provider]
  const made = list.connections.find(({ provider, status }) => provider === trip.provider && status === 'active')
  // The account as the server has it, not as the address says.
  const account = made?.provider_email ? ` (${safeText(made.provider_email)})` : ''
  if (made) toastSuccess(`${name} Connected`, `Successfully connected your ${name} account${account}`)
  else toastError('Connection Failed', `Failed to connect to ${name}. Please try again.`)
}
