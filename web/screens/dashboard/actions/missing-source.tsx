import type { dataSources } from '../../../../contract/actions.ts'
import { FileProvider, providerNames } from '../../../../contract/providers.ts'
import { ConnectionsLink } from './connections-link.tsx'
import { useServices } from './use-services.ts'

/** Where nothing is connected to look for files in: the draft is written without any. */
export function MissingSource({ source }: { source: (typeof dataSources)[number] }) {
  const { readinessOf } = useServices()
  const looked = source === 'all' ? FileProvider.options : [source]
  const readiness = looked.map(readinessOf)
  if (readiness.some((each) => each === 'ready' || each === 'unknown')) return null
  const lacks = source === 'all' ? 'No file service is connected' : `${providerNames[source]} is not connected`
  return (
    <p className="text-sm text-warn">
      {lacks}, so no files are read.
      {readiness.includes('missing') && (
        <>
          {' '}
          Connect {source === 'all' ? 'one' : 'it'} on the page <ConnectionsLink />.
        </>
      )}
    </p>
  )
}
