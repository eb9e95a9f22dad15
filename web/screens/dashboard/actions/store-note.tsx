import { Link } from '@tanstack/react-router'
import { type FileProvider, providerNames } from '../../../../contract/providers.ts'
import { useServices } from './use-services.ts'

/** Where the service of an action is missing, so that it is known before a mail comes and the action fails. */
export function StoreNote({ provider }: { provider: FileProvider }) {
  const { readinessOf } = useServices()
  const name = providerNames[provider]
  switch (readinessOf(provider)) {
    case 'missing':
      return (
        <p className="text-warn">
          {name} is not connected. Nothing is stored until you{' '}
          <Link to="/connections" className="rounded-sm whitespace-nowrap underline underline-offset-4">
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
