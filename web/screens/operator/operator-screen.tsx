import { useQuery } from '@tanstack/react-query'
import { isNoOperator, managedUsersQuery, serverOverviewQuery } from '../../api/operator.ts'
import { useUser } from '../../api/signed-in-user.tsx'
import { ReauthenticationProvider } from '../../features/reauthentication/reauthentication-provider.tsx'
import { onDemand } from '../../lib/on-demand.tsx'
import { Link } from '../../routing/link.tsx'
import { useLocation } from '../../routing/router-view.tsx'
import { navigate } from '../../routing/router.ts'
import { Footer } from '../../shell/footer.tsx'
import { NotFound } from '../../shell/not-found.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { t } from '../../texts/translate.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { UsersCard } from './users-card.tsx'

const ServerTab = onDemand(async () => (await import('./server-tab.tsx')).ServerTab, {
  waiting: () => <Skeleton className="h-80 w-full rounded-xl" />,
})

/** For operators; for everyone else there is no such page. The server decides, each time. */
export function OperatorScreen() {
  const { isOperator } = useUser()
  const tab = useLocation().search['tab'] === 'server' ? 'server' : 'users'
  const users = useQuery({ ...managedUsersQuery('', 1), enabled: tab === 'users' })
  const server = useQuery({ ...serverOverviewQuery, enabled: tab === 'server' })
  const { data, error } = tab === 'users' ? users : server
  if (isNoOperator(error)) return <NotFound />
  // The session may not know yet that the user is an operator, and others see no part of the page.
  if (!isOperator && !data) return <Skeleton className="h-80 w-full rounded-xl" />
  return (
    <ReauthenticationProvider>
      <PageHeading
        title={t('Operator')}
        description={t('The accounts of this server, and how it runs.')}
        actions={
          <Link to="/operator/set-up" className={buttonClasses()}>
            {t('Change Settings')}
          </Link>
        }
      />
      <Tabs
        label={t('Operator')}
        value={tab}
        onChange={(next) => void navigate({ to: '/operator', search: next === 'server' ? { tab: 'server' } : {} })}
        tabs={[
          { value: 'users', label: t('Users'), content: <UsersCard /> },
          { value: 'server', label: t('Server'), content: <ServerTab /> },
        ]}
      />
      <Footer />
    </ReauthenticationProvider>
  )
}
