import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { providerNames } from '../../../contract/providers.ts'
import { connectionsQuery } from '../../api/connections.ts'
import { readConnectionReturn, type ConnectionReturn } from '../../lib/connection-return.ts'
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
  const isThere = list.connections.some(({ provider, status }) => provider === trip.provider && status === 'active')
  if (isThere) toastSuccess('Service Connected', `Your ${name} account has been successfully connected!`)
  else toastError('Connection Failed', `Failed to connect to ${name}. Please try again.`)
}
