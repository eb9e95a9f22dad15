import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { providerNames } from '../../../contract/providers.ts'
import { connectionsQuery } from '../../api/connections.ts'
import { toastRetriedRuns } from '../../features/notifications/toast-retried-runs.ts'
import { readConnectionReturn, type ConnectionReturn } from '../../lib/connection-return.ts'
import { safeText } from '../../lib/safe-text.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { useLocation } from '../../routing/router-view.tsx'
import { navigate } from '../../routing/router.ts'
import { t } from '../../texts/translate.ts'

/** Handles the return from a service's sign-in: shows the result, refetches the connections and cleans the URL. */
export function useConnectionReturn(): void {
  const client = useQueryClient()
  const { search } = useLocation()

  useEffect(() => {
    const result = readConnectionReturn(search)
    if (!result) return
    void report(result, client)
    void navigate({ to: '/connections', search: {}, replace: true })
  }, [search, client])
}

async function report(result: ConnectionReturn, client: QueryClient): Promise<void> {
  if (result.outcome === 'failed') {
    toastError(t('Connection Failed'), result.description)
    return
  }
  // Anyone can craft such a URL: success is shown only if the server lists the connection.
  const list = await client.fetchQuery({ ...connectionsQuery, staleTime: 0 }).catch(() => null)
  const name = providerNames[result.provider]
  if (!list)
    return toastError(
      t('Connection Failed'),
      t('The connections could not be loaded. Reload the page to check {name}.', { name }),
    )
  const connection = list.connections.find(
    ({ provider, status }) => provider === result.provider && status === 'active',
  )
  if (!connection) {
    toastError(t('Connection Failed'), t('Failed to connect to {name}. Please try again.', { name }))
    return
  }
  // The account name comes from the server, not from the URL.
  toastSuccess(
    t('{name} Connected', { name }),
    connection.provider_email
      ? t('Successfully connected your {name} account ({account})', {
          name,
          account: safeText(connection.provider_email),
        })
      : t('Successfully connected your {name} account', { name }),
  )
  await toastRetriedRuns(client, ({ provider }) => provider === result.provider)
}
