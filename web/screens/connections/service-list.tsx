import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  catalogue,
  type CatalogueEntry,
  onRequest,
  serviceCategories,
  type ServiceCategory,
} from '../../../contract/catalogue.ts'
import type { ServiceConnection } from '../../../contract/functions/service-connections.ts'
import type { Provider } from '../../../contract/providers.ts'
import { ApiError } from '../../api/api-error.ts'
import { useConnectService, useDisconnectService } from '../../api/connections.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { t } from '../../texts/translate.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { type ConnectableState, ServiceCard } from './service-card.tsx'
import { ServiceIcon } from './service-icon.tsx'

const ConfirmDialog = onDemand(async () => (await import('../../ui/dialog.tsx')).ConfirmDialog, {
  failed: ({ onCancel }) => onCancel(),
})

interface ServiceListProps {
  connections: ServiceConnection[]
  /** Providers that the operator has configured. */
  available: Provider[]
}

type ServiceState = ConnectableState | 'coming_soon'

/**
 * Services by category, in the categories' order. Categories without a service that can be connected are in a section
 * that opens; empty ones are omitted.
 */
export function ServiceList({ connections, available }: ServiceListProps) {
  const connect = useConnect()
  const disconnect = useDisconnectService()
  const [disconnecting, setDisconnecting] = useState<DisconnectTarget | null>(null)

  const connectionOf = (entry: CatalogueEntry) => connections.find(({ provider }) => provider === entry.provider)
  const stateOf = (entry: CatalogueEntry): ServiceState => {
    const connection = connectionOf(entry)
    if (connection) return connection.status === 'active' ? 'connected' : 'needs_reauth'
    return entry.provider !== null && available.includes(entry.provider) ? 'not_connected' : 'coming_soon'
  }
  const askToDisconnect = ({ provider, serviceName }: CatalogueEntry): void => {
    if (provider !== null) setDisconnecting({ provider, serviceName })
  }
  const press = (entry: CatalogueEntry): void => {
    const { provider, serviceName } = entry
    const state = stateOf(entry)
    if (provider === null || state === 'coming_soon') toastComingSoon(serviceName)
    else if (state === 'connected') askToDisconnect(entry)
    else connect.start(provider, serviceName)
  }
  const isDisconnecting = ({ provider }: CatalogueEntry): boolean =>
    provider !== null && disconnect.isPending && disconnect.variables === provider
  const services = [...catalogue, ...onRequest.filter((entry) => stateOf(entry) !== 'coming_soon')]

  const categories = byCategory(services)
  const isConnectable = (entry: CatalogueEntry): boolean =>
    entry.status === 'available' || stateOf(entry) !== 'coming_soon'
  const [usable, planned] = [true, false].map((wanted) =>
    categories.filter(({ entries }) => entries.some(isConnectable) === wanted),
  )
  const sectionOf = (hasConnectable: boolean, { entries, ...category }: (typeof categories)[number]) => (
    <ServiceSection key={category.id} category={category}>
      {entries.map((entry) => {
        const state = stateOf(entry)
        return (
          // Beside a large card, a compact one keeps its height.
          <li
            key={entry.id}
            className={cx('grid min-w-0 grid-cols-1', state === 'coming_soon' && hasConnectable && 'self-start')}
          >
            {state === 'coming_soon' ? (
              <ComingSoonCard entry={entry} onPress={() => press(entry)} />
            ) : (
              <ServiceCard
                entry={entry}
                state={state}
                connection={connectionOf(entry)}
                busy={connect.isConnecting(entry.provider) || isDisconnecting(entry)}
                onPress={() => press(entry)}
                onDisconnect={() => askToDisconnect(entry)}
              />
            )}
          </li>
        )
      })}
    </ServiceSection>
  )

  return (
    <>
      {usable?.map((category) => sectionOf(true, category))}
      <ComingSoonSection>{planned?.map((category) => sectionOf(false, category))}</ComingSoonSection>
      {disconnecting && (
        <DisconnectDialog target={disconnecting} disconnect={disconnect} onClose={() => setDisconnecting(null)} />
      )}
    </>
  )
}

const byCategory = (services: readonly CatalogueEntry[]) =>
  serviceCategories
    .map((category) => ({ ...category, entries: services.filter((entry) => entry.category === category.id) }))
    .filter(({ entries }) => entries.length > 0)
    .toSorted((a, b) => a.priority - b.priority)

const toastComingSoon = (serviceName: string): void =>
  toastError(
    t('Coming Soon'),
    t("{serviceName} integration is coming soon! We're working on bringing this to you.", { serviceName }),
  )

const isAlwaysOffered = (provider: Provider): boolean => provider === 'dropbox' || provider === 'google_drive'

function useConnect() {
  const { mutate, isPending, isSuccess, variables } = useConnectService()
  return {
    start: (provider: Provider, serviceName: string): void =>
      mutate(
        { provider },
        {
          onError: (error) =>
            // Its settings were removed after the page was loaded.
            error instanceof ApiError && error.code === 'service_not_configured' && !isAlwaysOffered(provider)
              ? toastError(t('OAuth integration is coming soon!'))
              : toastError(
                  t('Connection Failed'),
                  errorText(error, t('Failed to connect to {serviceName}. Please try again.', { serviceName })),
                ),
        },
      ),
    // On success the page redirects; the button stays busy until then.
    isConnecting: (provider: Provider | null): boolean =>
      provider !== null && (isPending || isSuccess) && variables.provider === provider,
  }
}

interface DisconnectTarget {
  provider: Provider
  serviceName: string
}

interface DisconnectDialogProps {
  target: DisconnectTarget
  disconnect: ReturnType<typeof useDisconnectService>
  onClose: () => void
}

function DisconnectDialog({ target: { provider, serviceName }, disconnect, onClose }: DisconnectDialogProps) {
  const confirm = (): void =>
    disconnect.mutate(provider, {
      onSuccess: () =>
        toastSuccess(
          t('Service Disconnected'),
          t('{serviceName} has been disconnected successfully.', { serviceName }),
        ),
      onError: (error) =>
        toastError(
          t('Disconnect Failed'),
          errorText(error, t('Failed to disconnect {serviceName}. Please try again.', { serviceName })),
        ),
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      onCancel={onClose}
      onConfirm={confirm}
      title={t('Disconnect {serviceName}?', { serviceName })}
      description={t(
        'Your files stay where they are. Actions that use this service stay set up, and fail until you ' +
          'reconnect it; what failed then runs again.',
      )}
      confirmLabel={t('Disconnect')}
      busyLabel={t('Disconnecting...')}
      busy={disconnect.isPending}
    />
  )
}

/** The server's message; the fallback if the server could not be reached. */
const errorText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.code !== 'unreachable' ? error.message : fallback

/** Heading and cards of a category. `children`: list items. */
export function ServiceSection({ category, children }: { category: ServiceCategory; children: ReactNode }) {
  const id = `category-${category.id}`
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="text-base font-semibold">
        {t(category.name)}
      </h2>
      <p className="text-sm text-muted">{t(category.description)}</p>
      <ul className="mt-3 grid grid-cols-1 gap-4 md:grid-cols-2">{children}</ul>
    </section>
  )
}

/** The categories that are still in development. On a phone their list is long, so it is closed at first. */
function ComingSoonSection({ children }: { children: ReactNode }) {
  const isWide = useMediaQuery('(min-width: 48rem)')
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOpen = chosen ?? isWide
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && setChosen(currentTarget.open)}
      className="group mt-10 border-t border-line pt-4"
    >
      <summary
        className={
          '-mx-2 -mb-4 flex min-h-11 cursor-pointer items-center gap-2 rounded-lg px-2 font-semibold hover:bg-sunken'
        }
      >
        <ChevronRight aria-hidden="true" className="size-4 text-muted transition-transform group-open:rotate-90" />
        {t('In development')}
      </summary>
      {children}
    </details>
  )
}

/** A service that cannot be connected yet: it is in development, or the operator has not set it up. */
function ComingSoonCard({ entry, onPress }: { entry: CatalogueEntry; onPress: () => void }) {
  const { id, serviceName, description, status } = entry
  const isPlanned = status === 'coming_soon'
  return (
    <article className="flex flex-wrap content-between items-start gap-3 rounded-lg border border-line px-3 py-2.5">
      <ServiceIcon id={id} name={serviceName} />
      <div className="min-w-0 flex-1 basis-40 text-sm">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="font-medium">{serviceName}</h3>
          <Badge>{isPlanned ? t('Coming Soon') : t('Not configured')}</Badge>
        </div>
        <p className="text-pretty text-muted">{t(description)}</p>
        <p className="mt-1 text-pretty text-muted">
          {isPlanned
            ? t("We're working on this integration. It will be available soon!")
            : t('The operator of this server can set it up (npm run setup).')}
        </p>
      </div>
      {isPlanned && (
        <Button
          size="small"
          className="self-center"
          // Not `disabled`: a click shows a "coming soon" toast.
          aria-disabled
          onClick={onPress}
          aria-label={t('Coming Soon: {serviceName}', { serviceName })}
        >
          {t('Coming Soon')}
        </Button>
      )}
    </article>
  )
}
