import type { dataSources } from '../../../../contract/actions.ts'
import { FileProvider, providerNames } from '../../../../contract/providers.ts'
import { ConnectionsLink } from './connections-link.tsx'
import { useServices } from './use-services.ts'

/** Warns that no file service is connected: the draft is then written without files. */
export function MissingFileSource({ source }: { source: (typeof dataSources)[number] }) {
  const { readinessOf } = useServices()
  const providers = source === 'all' ? FileProvider.options : [source]
  const readiness = providers.map(readinessOf)
  if (readiness.some((each) => each === 'ready' || each === 'unknown')) return null
  const missingText = source === 'all' ? 'No file service is connected' : `${providerNames[source]} is not connected`
  return (
    <p className="text-sm text-warn">
      {missingText}, so no files are read.
      {readiness.includes('missing') && (
        <>
          {' '}
          Connect {source === 'all' ? 'one' : 'it'} on the page <ConnectionsLink />.
        </>
      )}
    </p>
  )
}
