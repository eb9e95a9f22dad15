import { Link } from '@tanstack/react-router'
import { type FileProvider, providerNames } from '../../../../contract/providers.ts'
import { inlineLinkClasses } from '../../../ui/link-classes.ts'
import { useServices } from './use-services.ts'

/** Warns that the service of a storage action is not connected: the action would fail. */
export function StorageWarning({ provider }: { provider: FileProvider }) {
  const { readinessOf } = useServices()
  const name = providerNames[provider]
  switch (readinessOf(provider)) {
    case 'missing':
      return (
        <p className="text-warn">
          {name} is not connected. Nothing is stored until you{' '}
          <Link to="/connections" className={`${inlineLinkClasses} whitespace-nowrap`}>
            connect it
          </Link>
          .
        </p>
      )
    case 'coming_soon':
      return <p className="text-warn">{name} cannot be connected yet, so nothing is stored.</p>
    default:
      return null
  }
}
