import { useQuery } from '@tanstack/react-query'
import { fileProviderOf } from '../../../../contract/actions.ts'
import type { ExecutionPlan } from '../../../../contract/functions/prompts.ts'
import { Provider } from '../../../../contract/providers.ts'
import { connectionsQuery } from '../../../api/connections.ts'
import { isAnswered } from '../../../api/is-answered.ts'

/** `missing`: must be connected, or connected again. `unknown`: not loaded, or loading failed. */
type ServiceReadiness = 'ready' | 'missing' | 'coming_soon' | 'unknown'

/** Connection state of the services that folder actions use. */
export function useServices() {
  // Shows a service that the user has connected in another window.
  const connections = useQuery({ ...connectionsQuery, refetchOnWindowFocus: 'always' })
  const { data } = connections
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
    isLoading: !isAnswered(connections),
  }
}

/** The service without which an action would fail now; null where it needs none, or has it. */
export function missingServiceOf(
  actionType: string,
  { readinessOf }: Pick<ReturnType<typeof useServices>, 'readinessOf'>,
) {
  const provider = fileProviderOf(actionType)
  return provider !== null && readinessOf(provider) !== 'ready' ? provider : null
}
