import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { overviewQuery } from '../../../api/overview.ts'
import { useProduct } from '../../../api/product.tsx'
import { useDistinctAddress } from '../../../features/mailbox/active-mailbox.tsx'
import { PlanLink } from '../../../features/usage/plan-link.tsx'
import { UsageMeter } from '../../../features/usage/usage-meter.tsx'
import { WaitingMailNotice } from '../../../features/usage/waiting-mail-notice.tsx'
import { formatNumber, formatPercent } from '../../../lib/format.ts'
import { Link } from '../../../routing/link.tsx'
import { t } from '../../../texts/translate.ts'
import { ArrivingCount } from '../../../ui/arriving-count.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RetryButton } from '../../../ui/retry-button.tsx'
import { OverviewChart } from './overview-chart.tsx'
import { OverviewGrid, overviewTitle, StatisticsSkeleton } from './overview-skeleton.tsx'
import { daysInUse, decisionShares, messageCount, modelText, type Overview, weekText } from './overview-texts.ts'

/** Chart and counts of the last days, of all mailboxes. */
export function OverviewStatistics() {
  const { data, error, isFetching, refetch } = useQuery(overviewQuery())
  if (data) return <Statistics overview={data} />
  if (!error) return <StatisticsSkeleton />
  return (
    <Card title={overviewTitle()}>
      <EmptyState
        icon={<TriangleAlert />}
        title={t('The overview could not be loaded')}
        description={t('Sorting continues.')}
        action={<RetryButton busy={isFetching} onRetry={() => refetch()} />}
      />
    </Card>
  )
}

function Statistics({ overview }: { overview: Overview }) {
  const { totals, days, usage } = overview
  return (
    <OverviewGrid
      chart={
        messageCount(totals) > 0 && (
          <Card title={overviewTitle()} description={t('All your mailboxes together')}>
            <div className="border-t border-line p-5">
              <OverviewChart days={daysInUse(days)} totals={totals} />
            </div>
          </Card>
        )
      }
      folders={totals.sorted > 0 && <OverviewFolders overview={overview} />}
      deciders={totals.sorted > 0 && <OverviewDeciders overview={overview} />}
      month={
        usage.limit !== null && (
          <Card title={t('This Month')}>
            <div className="px-5 pb-5">
              <UsageMeter processed={usage.processed} limit={usage.limit} />
              <WaitingMailNotice />
              <p className="mt-4 text-sm empty:hidden">
                <PlanLink />
              </p>
            </div>
          </Card>
        )
      }
    />
  )
}

/** Sorted messages by folder. */
function OverviewFolders({ overview: { folders, otherFolders, totals } }: { overview: Overview }) {
  const max = Math.max(...folders.map(({ sorted }) => sorted))
  return (
    <Card title={t('By Folder')}>
      <ul className="grid grid-cols-1 gap-x-10 gap-y-3 px-5 pb-5 text-sm md:max-xl:grid-cols-2">
        {totals.sorted === 0 && <li className="text-muted">{t('No email was sorted into a folder yet.')}</li>}
        {folders.map(({ folderId, mailboxId, name, sorted }) => (
          <Bar
            key={folderId}
            name={
              <Link
                to="/history"
                search={{ mailbox: mailboxId, folder: folderId }}
                className="block truncate rounded-sm hover:underline"
              >
                {name}
                <MailboxOf id={mailboxId} />
              </Link>
            }
            label={
              <ArrivingCount value={sorted} from="left">
                {formatNumber(sorted)}
              </ArrivingCount>
            }
            share={sorted / max}
          />
        ))}
        {otherFolders > 0 && (
          // Without a bar: it is not one folder, to be compared with the others.
          <li className="flex justify-between gap-4 text-muted">
            {t('Other folders')} <span className="tabular-nums">{formatNumber(otherFolders)}</span>
          </li>
        )}
      </ul>
    </Card>
  )
}

function MailboxOf({ id }: { id: string }) {
  const address = useDistinctAddress(id)
  return address !== null && <span className="text-muted">{` · ${address}`}</span>
}

/** How messages were sorted. A single decider needs no bar. */
function OverviewDeciders({ overview }: { overview: Overview }) {
  const { name } = useProduct()
  const all = decisionShares(overview, name)
  const model = modelText(overview)
  return (
    <Card title={t('How Emails Were Sorted')}>
      <div className="space-y-3 px-5 pb-5 text-sm">
        <p>{weekText(overview)}</p>
        {all.length > 1 && (
          <ul className="space-y-3">
            {all.map(({ decider, mails, share }) => (
              <Bar
                key={decider}
                name={decider}
                label={`${formatPercent(share)} · ${formatNumber(mails)}`}
                share={share}
              />
            ))}
          </ul>
        )}
        {model !== null && <p className="text-muted">{model}</p>}
      </div>
    </Card>
  )
}

interface BarProps {
  name: ReactNode
  label: ReactNode
  /** 0 to 1. */
  share: number
}

function Bar({ name, label, share }: BarProps) {
  return (
    <li>
      <div className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 truncate">{name}</span>
        <span className="shrink-0 text-muted tabular-nums">{label}</span>
      </div>
      <div aria-hidden="true" className="mt-1 h-1.5 rounded-full bg-sunken">
        <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
    </li>
  )
}
