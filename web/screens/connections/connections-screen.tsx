import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { connectionsQuery } from '../../api/connections.ts'
import { useProduct } from '../../api/product.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { ServiceListSkeleton } from './service-list-skeleton.tsx'
import { ServiceList } from './service-list.tsx'
import { useConnectionReturn } from './use-connection-return.ts'

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
      {(data || isError) && <MissingIntegration supportEmail={supportEmail} />}
    </>
  )
}

function MissingIntegration({ supportEmail }: { supportEmail: string }) {
  return (
    <footer className="mt-10 rounded-xl border border-line bg-sunken p-5 text-sm">
      <h2 className="font-semibold">{t('Missing an Integration?')}</h2>
      <p className="mt-1 text-muted">
        {rich('Tell us which service you would like to connect: send your request to {supportEmail}.', {
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
