import { useState } from 'react'
import { catalogue, onRequest, serviceCategories, type CatalogueEntry } from '../../../contract/catalogue.ts'
import type { ServiceConnection } from '../../../contract/functions/service-connections.ts'
import type { Provider } from '../../../contract/providers.ts'
import { ApiError } from '../../api/api-error.ts'
import { useConnectService, useDisconnectService } from '../../api/connections.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { toasts } from '../../ui/toast-store.ts'
import { ServiceCard, type ServiceState } from './service-card.tsx'
import { ServiceSection } from './service-section.tsx'

const ConfirmDialog = onDemand(async () => (await import('../../ui/dialog.tsx')).ConfirmDialog, {
  failed: ({ onCancel }) => onCancel(),
})

interface ServiceListProps {
  connections: ServiceConnection[]
  /** What the operator has set up. */
  available: Provider[]
}

/** Every service under its category's heading, in the categories' order; a category without services is left out (specification §2). */
export function ServiceList({ connections, available }: ServiceListProps) {
  const connect = useConnectService()
  const disconnect = useDisconnectService()
  const [leaving, setLeaving] = useState<Leaving | null>(null)

  const connectionOf = (entry: CatalogueEntry) => connections.find(({ provider }) => provider === entry.provider)
  const stateOf = ({ provider }: CatalogueEntry): ServiceState => {
    const connection = connections.find((each) => each.provider === provider)
    if (connection) return connection.status === 'active' ? 'connected' : 'needs_reauth'
    return provider !== null && available.includes(provider) ? 'not_connected' : 'coming_soon'
  }
  const services = [...catalogue, ...onRequest.filter((entry) => stateOf(entry) !== 'coming_soon')]

  const press = (entry: CatalogueEntry): void => {
    const { provider, serviceName } = entry
    const state = stateOf(entry)
    if (provider === null || state === 'coming_soon')
      toasts.show(
        'neutral',
        'Coming Soon',
        `${serviceName} integration is coming soon! We're working on bringing this to you.`,
      )
    else if (state === 'connected') setLeaving({ provider, serviceName })
    else
      connect.mutate(provider, {
        onError: (error) =>
          toastError('Connection Failed', wordsOf(error, `Failed to connect to ${serviceName}. Please try again.`)),
      })
  }
  const confirm = ({ provider, serviceName }: Leaving): void =>
    disconnect.mutate(provider, {
      onSuccess: () => toastSuccess('Service Disconnected', `${serviceName} has been disconnected successfully.`),
      onError: (error) =>
        toastError('Disconnect Failed', wordsOf(error, `Failed to disconnect ${serviceName}. Please try again.`)),
      onSettled: () => setLeaving(null),
    })
  // A success leaves the page, so the button stays busy until then.
  const isConnecting = connect.isPending || connect.isSuccess
  const isBusy = ({ provider }: CatalogueEntry): boolean =>
    provider !== null &&
    ((isConnecting && connect.variables === provider) || (disconnect.isPending && disconnect.variables === provider))

  return (
    <>
      {serviceCategories
        .map((category) => ({ ...category, entries: services.filter((entry) => entry.category === category.id) }))
        .filter(({ entries }) => entries.length > 0)
        .toSorted((a, b) => a.priority - b.priority)
        .map(({ entries, ...category }) => (
          <ServiceSection key={category.id} category={category}>
            {entries.map((entry) => (
              <li key={entry.id} className="grid">
                <ServiceCard
                  entry={entry}
                  state={stateOf(entry)}
                  connection={connectionOf(entry)}
                  busy={isBusy(entry)}
                  onPress={() => press(entry)}
                />
              </li>
            ))}
          </ServiceSection>
        ))}
      {leaving && (
        <ConfirmDialog
          onCancel={() => setLeaving(null)}
          onConfirm={() => confirm(leaving)}
          title={`Disconnect ${leaving.serviceName}?`}
          description="Your files stay where they are. Actions that use this service stay set up, and fail until it is connected again; what failed can then be tried again in the history."
          confirmLabel="Disconnect"
          busyLabel="Disconnecting..."
          busy={disconnect.isPending}
        />
      )}
    </>
  )
}

interface Leaving {
  provider: Provider
  serviceName: string
}

/** The server's own words where it has any (specification §8); where it did not answer, the usual ones say what to do. */
const wordsOf = (error: unknown, usual: string): string =>
  error instanceof ApiError && error.code !== 'unreachable' ? error.message : usual
