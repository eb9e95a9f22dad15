import { type FileProvider, providerNames } from '../../../../contract/providers.ts'
import { Link } from '../../../routing/link.tsx'
import { inlineLinkClasses } from '../../../ui/link-classes.ts'
import { useServices } from './use-services.ts'
import { rich } from '../../../texts/rich.ts'
import { t } from '../../../texts/translate.ts'

/** Warns that the service of a storage action is not connected: the action would fail. */
export function StorageWarning({ provider }: { provider: FileProvider }) {
  const { readinessOf } = useServices()
  const name = providerNames[provider]
  switch (readinessOf(provider)) {
    case 'missing':
      return (
        <p className="text-warn">
          {rich('{name} is not connected. Nothing is stored until you <link>connect it</link>.', {
            name,
            link: (label) => (
              <Link to="/connections" className={`${inlineLinkClasses} whitespace-nowrap`}>
                {label}
              </Link>
            ),
          })}
        </p>
      )
    case 'coming_soon':
      return <p className="text-warn">{t('{name} cannot be connected yet, so nothing is stored.', { name })}</p>
    default:
      return null
  }
}
