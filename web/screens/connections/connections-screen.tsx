import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { catalogue, serviceCategories } from '../../../contract/catalogue.ts'
import { providerNames } from '../../../contract/providers.ts'
import { connectionsQuery } from '../../api/connections.ts'
import { folderActionsQuery, saveIsActive } from '../../api/folder-actions.ts'
import { useProduct } from '../../api/product.tsx'
import { toastRetriedRuns } from '../../features/notifications/toast-retried-runs.ts'
import { type ConnectionReturn, readConnectionReturn } from '../../lib/connection-return.ts'
import { safeText } from '../../lib/safe-text.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { type WaitingAction, waitingAction } from '../../lib/waiting-action.ts'
import { useLocation } from '../../routing/router-view.tsx'
import { replaceLocation } from '../../routing/router.ts'
import { PageHeading } from '../../shell/page-heading.tsx'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ServiceList, ServiceSection } from './service-list.tsx'

export function ConnectionsScreen() {
  const { name, supportEmail } = useProduct()
  const { data, isError, isFetching, refetch } = useQuery(connectionsQuery)
  useConnectionReturn()
  return (
    <>
      <PageHeading
        title={t('Connections')}
        description={t(
          'Connect external services, so that attachments, customer data and notifications flow from {name} into ' +
            'the tools you use.',
          { name },
        )}
      />
      <Notice tone="neutral">
        <h2 className="font-semibold">{t('Integration Roadmap')}</h2>
        <p className="mt-1 text-muted">
          {t('Services marked Coming Soon are in development. You can use all the others now.')}
        </p>
      </Notice>
      {data ? (
        <ServiceList connections={data.connections} available={data.available} />
      ) : isError ? (
        <Card className="mt-8">
          <EmptyState
            level={2}
            icon={<TriangleAlert />}
            title={t('Error Loading Connections')}
            description={t('Your connections could not be loaded. Nothing about them has changed.')}
            action={<RetryButton busy={isFetching} onRetry={() => refetch()} />}
          />
        </Card>
      ) : (
        <ServiceListSkeleton />
      )}
      {/* Not while the list loads: the footer would move. */}
      {(data || isError) && supportEmail !== '' && <MissingIntegration supportEmail={supportEmail} />}
    </>
  )
}

function MissingIntegration({ supportEmail }: { supportEmail: string }) {
  return (
    <footer className="mt-10 rounded-xl border border-line bg-sunken p-5 text-sm">
      <h2 className="font-semibold">{t('Missing an Integration?')}</h2>
      <p className="mt-1 text-muted">
        {rich('Which service would you like to connect? Send your request to {supportEmail}.', {
          supportEmail: (
            <a
              href={`mailto:${supportEmail}`}
              className="text-accent-strong underline underline-offset-4 wrap-anywhere"
            >
              {supportEmail}
            </a>
          ),
        })}
      </p>
    </footer>
  )
}

/** Renders the first category as it will be, so that hardly anything moves when the connections are loaded. */
function ServiceListSkeleton() {
  const [first] = serviceCategories
  return (
    <>
      <output className="sr-only">{t('Loading connections...')}</output>
      <ServiceSection category={first}>
        {catalogue
          .filter((entry) => entry.category === first.id)
          .map(({ id }) => (
            <li key={id} className="h-48 rounded-xl border border-line bg-surface p-5 shadow-card">
              <div className="flex items-center gap-3">
                <Skeleton className="size-10" />
                <Skeleton className="h-4 w-32" />
              </div>
              <Skeleton className="mt-4 h-4 w-4/5" />
              <Skeleton className="mt-9 h-9 w-24" />
            </li>
          ))}
      </ServiceSection>
    </>
  )
}

/**
 * Handles the return from a service's sign-in: shows the result, refetches the connections and cleans the URL. Where an
 * action waits for the service, it returns to the action's folder and switches it on.
 */
function useConnectionReturn(): void {
  const client = useQueryClient()
  const location = useLocation()

  useEffect(() => {
    const result = readConnectionReturn(location.search)
    if (!result) return
    const waiting = waitingAction.take()
    void report(result, client, waiting)
    replaceLocation(
      location,
      waiting ? { to: '/dashboard', search: { tab: 'folders', folder: waiting.folderId } } : { to: '/connections' },
    )
  }, [location, client])
}

async function report(result: ConnectionReturn, client: QueryClient, waiting: WaitingAction | null): Promise<void> {
  if (result.outcome === 'failed') {
    toastError(t('Connection Failed'), result.description)
    return
  }
  // Anyone can craft such a URL: success is shown only if the server lists the connection.
  const list = await client.fetchQuery({ ...connectionsQuery, staleTime: 0 }).catch(() => null)
  const name = providerNames[result.provider]
  if (!list)
    return toastError(
      t('Connection Failed'),
      t('The connections could not be loaded. Reload the page to check {name}.', { name }),
    )
  const connection = list.connections.find(
    ({ provider, status }) => provider === result.provider && status === 'active',
  )
  if (!connection) {
    toastError(t('Connection Failed'), t('Failed to connect to {name}. Please try again.', { name }))
    return
  }
  // The account name comes from the server, not from the URL.
  toastSuccess(
    t('{name} Connected', { name }),
    connection.provider_email
      ? t('Successfully connected your {name} account ({account})', {
          name,
          account: safeText(connection.provider_email),
        })
      : t('Successfully connected your {name} account', { name }),
  )
  if (waiting?.provider === result.provider) await switchOn(waiting, client)
  await toastRetriedRuns(client, ({ provider }) => provider === result.provider)
}

async function switchOn({ id, folderId, name }: WaitingAction, client: QueryClient): Promise<void> {
  try {
    await saveIsActive(id, true)
    toastSuccess(t('{name} is on.', { name: t(name) }))
  } catch {
    toastError(t('Error'), t('Failed to update action. Please try again.'))
  }
  await client.invalidateQueries({ queryKey: folderActionsQuery(folderId).queryKey })
}
