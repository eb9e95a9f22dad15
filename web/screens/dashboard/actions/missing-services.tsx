import { Provider } from '../../../../contract/providers.ts'
import type { ExecutionPlan } from '../../../../contract/functions/prompts.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ConnectionsLink } from './connections-link.tsx'
import { useServices } from './use-services.ts'

/** The services of a plan that are not connected (specification §9), as things stand now, and what to do about it. */
export function MissingServices({ platforms }: { platforms: ExecutionPlan['requiredPlatforms'] }) {
  const { readinessOf, isConnected } = useServices()
  const missing = platforms.filter((platform) => !isConnected(platform))
  if (missing.length === 0) return null
  const never = missing.filter(({ name }) => {
    const provider = Provider.safeParse(name)
    return !provider.success || readinessOf(provider.data) === 'coming_soon'
  })
  const connectable = missing.filter((platform) => !never.includes(platform))
  return (
    <Notice tone="warn">
      Not connected: {namesOf(missing)}.
      {connectable.length > 0 && (
        <>
          {' '}
          Steps that need {namesOf(connectable)} cannot run until you connect {connectable.length === 1 ? 'it' : 'them'}{' '}
          on the page <ConnectionsLink />.
        </>
      )}
      {never.length > 0 && ` ${namesOf(never)} cannot be connected yet.`}
    </Notice>
  )
}

const namesOf = (platforms: ExecutionPlan['requiredPlatforms']): string =>
  platforms.map(({ displayName }) => safeText(displayName)).join(', ')
