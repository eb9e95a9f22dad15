import type { dataSources } from '../../../../contract/actions.ts'
import { FileProvider, providerNames } from '../../../../contract/providers.ts'
import { ConnectionsLink } from './connections-link.tsx'
import { useServices } from './use-services.ts'
import { rich } from '../../../texts/rich.ts'
import { t } from '../../../texts/translate.ts'

/** Warns that no file service is connected: the draft is then written without files. */
export function MissingFileSource({ source }: { source: (typeof dataSources)[number] }) {
  const { readinessOf } = useServices()
  const providers = source === 'all' ? FileProvider.options : [source]
  const readiness = providers.map(readinessOf)
  if (readiness.some((each) => each === 'ready' || each === 'unknown')) return null
  const page = <ConnectionsLink />
  return (
    <p className="text-sm text-warn">
      {source === 'all'
        ? t('No file service is connected, so no files are read.')
        : t('{service} is not connected, so no files are read.', { service: providerNames[source] })}
      {readiness.includes('missing') && (
        <>
          {' '}
          {source === 'all'
            ? rich('Connect one on the page {page}.', { page })
            : rich('Connect it on the page {page}.', { page })}
        </>
      )}
    </p>
  )
}
