import { type FileProvider, providerNames } from '../../../../contract/providers.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ConnectionsLink } from './connections-link.tsx'
import { useServices } from './use-services.ts'

/** The service in which the action stores attachments, and whether it is connected. */
export function StorageService({ provider }: { provider: FileProvider }) {
  const { readinessOf, emailOf } = useServices()
  const readiness = readinessOf(provider)
  const email = emailOf(provider)
  return (
    <dl className="text-sm">
      <dt className="font-medium">Provider</dt>
      <dd className="mt-1.5">
        {providerNames[provider]} {readiness === 'ready' && <Badge tone="good">Connected</Badge>}
        {readiness === 'missing' && <Badge tone="warn">Not Connected</Badge>}
        {readiness === 'coming_soon' && <Badge tone="accent">Coming Soon</Badge>}
      </dd>
      {/* Reserves its height until the connections are loaded. */}
      <dd className="min-h-5 wrap-anywhere text-muted">
        {readiness === 'ready' && email !== null && (
          <>
            Connected as: <bdi>{safeText(email)}</bdi>
          </>
        )}
        {readiness === 'missing' && (
          <>
            Nothing is stored until you connect it on the page <ConnectionsLink />.
          </>
        )}
        {readiness === 'coming_soon' && 'It cannot be connected yet, so nothing is stored.'}
      </dd>
    </dl>
  )
}
