import { type FileProvider, Provider } from '../../../../contract/providers.ts'
import type { ExecutionPlan } from '../../../../contract/functions/prompts.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ConnectionsLink } from './connections-link.tsx'
import { useServices } from './use-services.ts'

interface MissingServicesProps {
  platforms: ExecutionPlan['requiredPlatforms']
  /** Left out: the form shows itself whether it is connected. */
  ownService: FileProvider | null
}

/** The services of a plan that are not connected now, and what to do about it. */
export function MissingServices({ platforms, ownService }: MissingServicesProps) {
  const { readinessOf, isConnected } = useServices()
  const missing = platforms.filter((platform) => platform.name !== ownService && !isConnected(platform))
  if (missing.length === 0) return null
  const unavailable = missing.filter(({ name }) => {
    const provider = Provider.safeParse(name)
    return !provider.success || readinessOf(provider.data) === 'coming_soon'
  })
  const connectable = missing.filter((platform) => !unavailable.includes(platform))
  const pronoun = connectable.length === 1 ? 'it' : 'them'
  return (
    <Notice tone="warn">
      Not connected: {namesOf(missing)}.
      {connectable.length > 0 && (
        <>
          {' '}
          Steps that need {namesOf(connectable)} cannot run until you connect {pronoun} on the page <ConnectionsLink />.
        </>
      )}
      {unavailable.length > 0 && ` ${namesOf(unavailable)} cannot be connected yet.`}
    </Notice>
  )
}

const namesOf = (platforms: ExecutionPlan['requiredPlatforms']): string =>
  platforms.map(({ displayName }) => safeText(displayName)).join(', ')
