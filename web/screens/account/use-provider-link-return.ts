import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountQuery } from '../../api/account.ts'
import { toastSuccess } from '../../lib/toast.ts'
import { useLocation } from '../../routing/router-view.tsx'
import { navigate } from '../../routing/router.ts'
import { providerName } from './provider-name.ts'
import { t } from '../../texts/translate.ts'

/**
 * Handles the return from linking a provider: cleans the URL and shows success only if the server lists the provider,
 * since anyone can craft such a URL.
 */
export function useProviderLinkReturn(): void {
  const client = useQueryClient()
  const { linked } = useLocation().search

  useEffect(() => {
    if (linked === undefined) return
    void navigate({ to: '/account', search: {}, replace: true })
    void reportLink(client, linked)
  }, [linked, client])
}

async function reportLink(client: QueryClient, linked: string): Promise<void> {
  const account = await client.fetchQuery({ ...accountQuery, staleTime: 0 }).catch(() => null)
  const isLinked = account?.methods.some(({ provider }) => provider === linked)
  if (isLinked) toastSuccess(t('{provider} linked', { provider: providerName(linked) }))
}
