import { type FileProvider, providerNames } from '../../../../contract/providers.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ConnectionsLink } from './connections-link.tsx'
import { useServices } from './use-services.ts'
import { rich } from '../../../texts/rich.ts'
import { t } from '../../../texts/translate.ts'

/** The service in which the action stores attachments, and whether it is connected. */
export function StorageService({ provider }: { provider: FileProvider }) {
  const { readinessOf, emailOf } = useServices()
  const readiness = readinessOf(provider)
  const email = emailOf(provider)
  return (
    <dl className="text-sm">
      <dt className="font-medium">{t('Provider')}</dt>
      <dd className="mt-1.5">
        {providerNames[provider]} {readiness === 'ready' && <Badge tone="good">{t('Connected')}</Badge>}
        {readiness === 'missing' && <Badge tone="warn">{t('Not Connected')}</Badge>}
        {readiness === 'coming_soon' && <Badge tone="accent">{t('Coming Soon')}</Badge>}
      </dd>
      {/* Reserves its height until the connections are loaded. */}
      <dd className="min-h-5 wrap-anywhere text-muted">
        {readiness === 'ready' &&
          email !== null &&
          rich('Connected as: {address}', { address: <bdi>{safeText(email)}</bdi> })}
        {readiness === 'missing' &&
          rich('Nothing is stored until you connect it on the page {page}.', { page: <ConnectionsLink /> })}
        {readiness === 'coming_soon' && t('It cannot be connected yet, so nothing is stored.')}
      </dd>
    </dl>
  )
}
