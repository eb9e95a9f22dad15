import { useQuery } from '@tanstack/react-query'
import type { ExecutionPlan } from '../../../../contract/functions/prompts.ts'
import { type FileProvider, Provider } from '../../../../contract/providers.ts'
import { connectionsQuery } from '../../../api/connections.ts'

/** Of each service: it works; it has to be connected, or connected again; it cannot be connected here; nobody knows (yet). */
export type ServiceReadiness = 'ready' | 'missing' | 'coming_soon' | 'unknown'

/** What the actions of a folder can use. */
export function useServices() {
  // Who connects a service in another window and comes back sees it here.
  const { data, isPending, failureCount } = useQuery({ ...connectionsQuery, refetchOnWindowFocus: 'always' })
  const readinessOf = (provider: Provider): ServiceReadiness => {
    if (!data) return 'unknown'
    if (data.connections.some((each) => each.provider === provider && each.status === 'active')) return 'ready'
    return data.available.includes(provider) ? 'missing' : 'coming_soon'
  }
  return {
    readinessOf,
    /** As it is now, where that is known: what a plan says was so when it was made. */
    isConnected: ({ name, connected }: ExecutionPlan['requiredPlatforms'][number]): boolean => {
      const provider = Provider.safeParse(name)
      const readiness = provider.success ? readinessOf(provider.data) : 'unknown'
      return readiness === 'unknown' ? connected : readiness === 'ready'
    },
    emailOf: (provider: Provider): string | null =>
      data?.connections.find((each) => each.provider === provider)?.provider_email ?? null,
    /** Until the first answer, or until it is clear that there is none soon. */
    waiting: isPending && failureCount === 0,
  }
}

/** The service that an action stores in, null for the other actions. */
export function storeOf(actionType: string): FileProvider | null {
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
