import { useQuery } from '@tanstack/react-query'
import type { ExecutionPlan } from '../../../../contract/functions/prompts.ts'
import { type FileProvider, Provider } from '../../../../contract/providers.ts'
import { connectionsQuery } from '../../../api/connections.ts'

/** `missing`: must be connected, or connected again. `unknown`: not loaded, or loading failed. */
type ServiceReadiness = 'ready' | 'missing' | 'coming_soon' | 'unknown'

/** Connection state of the services that folder actions use. */
export function useServices() {
  // Shows a service that the user has connected in another window.
  const { data, isPending, failureCount } = useQuery({ ...connectionsQuery, refetchOnWindowFocus: 'always' })
  const readinessOf = (provider: Provider): ServiceReadiness => {
    if (!data) return 'unknown'
    if (data.connections.some((each) => each.provider === provider && each.status === 'active')) return 'ready'
    return data.available.includes(provider) ? 'missing' : 'coming_soon'
  }
  return {
    readinessOf,
    /** Current state, if known; the plan has the state of when it was made. */
    isConnected: ({ name, connected }: ExecutionPlan['requiredPlatforms'][number]): boolean => {
      const provider = Provider.safeParse(name)
      const readiness = provider.success ? readinessOf(provider.data) : 'unknown'
      return readiness === 'unknown' ? connected : readiness === 'ready'
    },
    emailOf: (provider: Provider): string | null =>
      data?.connections.find((each) => each.provider === provider)?.provider_email ?? null,
    /** Until the first response or the first failure. */
    isLoading: isPending && failureCount === 0,
  }
}

export type Services = ReturnType<typeof useServices>

/** The service without which an action would fail now; null where it needs none, or has it. */
export function missingServiceOf(actionType: string, { readinessOf }: Pick<Services, 'readinessOf'>) {
  const provider = storageProviderOf(actionType)
  return provider !== null && readinessOf(provider) !== 'ready' ? provider : null
}

/** Service in which an action stores files; null for other actions. */
export function storageProviderOf(actionType: string): FileProvider | null {
  switch (actionType) {
    case 'store_attachment_dropbox':
      return 'dropbox'
    case 'store_attachment_google_drive':
      return 'google_drive'
    case 'store_attachment_onedrive':
      return 'onedrive'
    default:
      return null
  }
}
