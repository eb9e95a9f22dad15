import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { accountQuery } from '../../api/account.ts'
import { toastSuccess } from '../../lib/toast.ts'
import { providerName } from './provider-name.ts'
import { t } from '../../texts/translate.ts'

/**
 * Handles the return from linking a provider: cleans the URL and shows success only if the server lists the provider,
 * since anyone can craft such a URL.
 */
export function useProviderLinkReturn(): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  const linked: unknown = Reflect.get(search, 'linked')

  useEffect(() => {
    if (typeof linked !== 'string') return
    void navigate({ to: '/account', search: {}, replace: true })
    void reportLink(client, linked)
  }, [linked, client, navigate])
}

async function reportLink(client: QueryClient, linked: string): Promise<void> {
  const account = await client.fetchQuery({ ...accountQuery, staleTime: 0 }).catch(() => null)
  const isLinked = account?.methods.some(({ provider }) => provider === linked)
  if (isLinked) toastSuccess(t('{provider} linked', { provider: providerName(linked) }))
}
