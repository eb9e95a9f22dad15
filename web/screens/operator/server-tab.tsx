import { useQuery } from '@tanstack/react-query'
import type { ServerOverview } from '../../../contract/functions/operator-server.ts'
import { newerReleaseQuery, serverOverviewQuery } from '../../api/operator.ts'
import { LoadFailure } from '../../forms/load-failure.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { safeServiceUrl } from '../../lib/safe-url.ts'
import { rich } from '../../texts/rich.ts'
import { t, text } from '../../texts/translate.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { inlineLinkClasses } from '../../ui/link-classes.ts'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AutomationCard } from './automation-card.tsx'
import { BackupsCard } from './backups-card.tsx'
import { HealthCard } from './health-card.tsx'

/** What the server is doing, and its switches. */
export function ServerTab() {
  const { data, error, isFetching, refetch } = useQuery(serverOverviewQuery)
  if (!data && error)
    return (
      <Card>
        <LoadFailure
          title={t('The state of the server could not be loaded')}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    )
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <HealthCard />
      <div className="space-y-6">
        {data ? (
          <>
            <AutomationCard automation={data.automation} />
            <BackupsCard backups={data.backups} />
            <SignUpCard signUp={data.signUp} />
            <VersionCard version={data.version} nodes={data.nodes} />
          </>
        ) : (
          <output className="block space-y-6">
            <span className="sr-only">{t('Loading the state of the server...')}</span>
            <Skeleton className="h-48 w-full rounded-xl" />
            <Skeleton className="h-40 w-full rounded-xl" />
          </output>
        )}
      </div>
    </div>
  )
}

const signUpTexts: Record<ServerOverview['signUp'], { state: string; meaning: string }> = {
  open: {
    state: text('Open to all'),
    meaning: text('Anyone who reaches this server may create an account.'),
  },
  first: { state: text('Open once'), meaning: text('The first visitor creates the account of the operator.') },
  invited: {
    state: text('By invitation'),
    meaning: text('Only users whom an operator invites create an account.'),
  },
  closed: {
    state: text('Closed'),
    meaning: text('No one may create an account, not even by invitation.'),
  },
}

const SignUpCard = ({ signUp }: Pick<ServerOverview, 'signUp'>) => (
  <Card
    title={t('Sign-up')}
    description={t(signUpTexts[signUp].meaning)}
    actions={<Badge tone={signUp === 'open' ? 'warn' : 'good'}>{t(signUpTexts[signUp].state)}</Badge>}
  />
)

/** Nothing where the server does not ask, or gets no answer. */
function NewerVersion() {
  const { data: newer } = useQuery(newerReleaseQuery)
  const safeUrl = safeServiceUrl(newer?.url ?? null, null)
  if (!newer || !safeUrl) return null
  return (
    <p className="border-t border-line px-5 py-3 text-sm">
      {rich('Version {version} is there. <link>What is new</link>; docs/update.md has the commands.', {
        version: newer.version,
        link: (content) => (
          <a href={safeUrl.href} target="_blank" rel="noreferrer" className={inlineLinkClasses}>
            {content}
          </a>
        ),
      })}
    </p>
  )
}

const roleTexts = {
  all: text('Page and sorting'),
  web: text('Page only'),
  worker: text('Sorting only'),
}

function VersionCard({ version, nodes }: Pick<ServerOverview, 'version' | 'nodes'>) {
  return (
    <Card title={t('Version {version}', { version })}>
      <NewerVersion />
      <ul aria-label={t('Nodes that run')} className="divide-y divide-line border-t border-line text-sm">
        {nodes.map((node) => (
          <li key={node.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2.5">
            <span className="font-medium">
              {node.role === null ? t('Node of a former version') : t(roleTexts[node.role])}
            </span>
            {node.isThis && nodes.length > 1 && <Badge>{t('Answers you')}</Badge>}
            <span className="ml-auto">
              <InlineFacts
                of={[
                  ...(node.version === null || node.version === version
                    ? []
                    : [t('version {version}', { version: node.version })]),
                  t('since {date}', { date: formatDateTime(node.since) }),
                ]}
              />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
