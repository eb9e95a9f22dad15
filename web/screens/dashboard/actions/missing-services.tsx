import { type FileProvider, Provider } from '../../../../contract/providers.ts'
import type { ExecutionPlan } from '../../../../contract/functions/prompts.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ConnectionsLink } from './connections-link.tsx'
import { useServices } from './use-services.ts'
import { rich } from '../../../texts/rich.ts'
import { t } from '../../../texts/translate.ts'

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
  const needed = { services: namesOf(connectable), page: <ConnectionsLink /> }
  return (
    <Notice tone="warn">
      {t('Not connected: {services}.', { services: namesOf(missing) })}{' '}
      {connectable.length === 1 &&
        rich('Steps that need {services} cannot run until you connect it on the page {page}.', needed)}
      {connectable.length > 1 &&
        rich('Steps that need {services} cannot run until you connect them on the page {page}.', needed)}{' '}
      {unavailable.length > 0 && t('{services} cannot be connected yet.', { services: namesOf(unavailable) })}
    </Notice>
  )
}

const namesOf = (platforms: ExecutionPlan['requiredPlatforms']): string =>
  platforms.map(({ displayName }) => safeText(displayName)).join(', ')
