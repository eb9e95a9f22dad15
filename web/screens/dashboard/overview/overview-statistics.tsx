import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { secondsSavedPerMail } from '../../../../contract/limits.ts'
import { overviewQuery } from '../../../api/overview.ts'
import { useProduct } from '../../../api/product.tsx'
import { useDistinctAddress } from '../../../features/mailbox/active-mailbox.tsx'
import { UsageMeter } from '../../../features/usage/usage-meter.tsx'
import { WaitingMailNotice } from '../../../features/usage/waiting-mail-notice.tsx'
import { formatNumber, formatPercent } from '../../../lib/format.ts'
import { Link } from '../../../routing/link.tsx'
import { t } from '../../../texts/translate.ts'
import { ArrivingCount } from '../../../ui/arriving-count.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { linkClasses } from '../../../ui/link-classes.ts'
import { RetryButton } from '../../../ui/retry-button.tsx'
import { OverviewChart } from './overview-chart.tsx'
import { OverviewGrid, OverviewSkeleton, overviewTitle } from './overview-skeleton.tsx'
import {
  daysInUse,
  decisionShares,
  formatMinutes,
  messageCount,
  modelText,
  type Overview,
  weekText,
} from './overview-texts.ts'

/** Statistics of all mailboxes. */
export function OverviewStatistics() {
  const { data, error, isFetching, refetch } = useQuery(overviewQuery())
  if (data) return <Statistics overview={data} />
  if (!error) return <OverviewSkeleton />
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
  const isEmpty = messageCount(totals) === 0
  return (
    <>
      {!isEmpty && (
        <>
          <Figures overview={overview} />
          <Card title={overviewTitle()} description={t('All your mailboxes together')}>
            <div className="border-t border-line p-5">
              <OverviewChart days={daysInUse(days)} totals={totals} />
            </div>
          </Card>
        </>
      )}
      <OverviewGrid
        folders={totals.sorted > 0 && <OverviewFolders overview={overview} />}
        deciders={totals.sorted > 0 && <OverviewDeciders overview={overview} />}
        month={
          <Card title={t('This Month')}>
            <div className="px-5 pb-5">
              <UsageMeter processed={usage.processed} limit={usage.limit} />
              <WaitingMailNotice />
              <p className="mt-4 text-sm">
                <Link to="/subscription" className={linkClasses}>
                  {t('See your plan')}
                </Link>
              </p>
            </div>
          </Card>
        }
      />
    </>
  )
}

const figuresClasses =
  'grid grid-cols-1 divide-line rounded-xl border border-line bg-surface shadow-card max-sm:divide-y ' +
  'sm:grid-cols-3 sm:divide-x'

/** The numbers of the last days: what was done for the user, and what waits for them. */
function Figures({ overview: { totals, unsure, minutesSaved } }: { overview: Overview }) {
  return (
    <dl className={figuresClasses}>
      <Figure name={t('Sorted for you')} value={formatNumber(totals.sorted)}>
        {t('of {count} that came', { count: messageCount(totals) })}
      </Figure>
      <Figure name={t('Time saved')} value={formatMinutes(minutesSaved)}>
        {t('An estimate: {seconds} seconds for each sorted email', { seconds: secondsSavedPerMail })}
      </Figure>
      <Figure name={t('Unsure, waiting for you')} value={formatNumber(unsure)}>
        {unsure === 0 ? (
          t('Nothing to review')
        ) : (
          <Link to="/review" className={linkClasses}>
            {t('Review Them')}
          </Link>
        )}
      </Figure>
    </dl>
  )
}

function Figure({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className="px-5 py-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <span className="block text-2xl font-semibold tabular-nums">{value}</span>
        <span className="text-sm text-muted">{children}</span>
      </dd>
    </div>
  )
}

/** Sorted messages by folder. */
function OverviewFolders({ overview: { folders, otherFolders, totals } }: { overview: Overview }) {
  const max = Math.max(otherFolders, ...folders.map(({ sorted }) => sorted))
  return (
    <Card title={t('By Folder')}>
      <ul className="grid grid-cols-1 gap-x-10 gap-y-3 px-5 pb-5 text-sm xl:grid-cols-2">
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
          <Bar isRest name={t('Other folders')} label={formatNumber(otherFolders)} share={otherFolders / max} />
        )}
      </ul>
    </Card>
  )
}

function MailboxOf({ id }: { id: string }) {
  const address = useDistinctAddress(id)
  return address !== null && <span className="text-muted">{` · ${address}`}</span>
}

/** Sorted messages by decider. */
function OverviewDeciders({ overview }: { overview: Overview }) {
  const all = decisionShares(overview)
  const { name } = useProduct()
  const model = modelText(overview)
  return (
    <Card title={t('Who Decided')}>
      <ul className="space-y-3 px-5 pb-5 text-sm">
        {all.length === 0 && <li className="text-muted">{t('No decisions yet.')}</li>}
        {all.map(({ decider, mails, share }) => (
          <Bar key={decider} name={decider} label={`${formatPercent(share)} · ${formatNumber(mails)}`} share={share} />
        ))}
      </ul>
      <div className="space-y-2 border-t border-line px-5 py-4 text-sm text-muted">
        <p>{weekText(overview, name)}</p>
        {model !== null && <p>{model}</p>}
      </div>
    </Card>
  )
}

interface BarProps {
  name: ReactNode
  label: ReactNode
  /** 0 to 1. */
  share: number
  /** All that has no bar of its own: not to be compared with the others. */
  isRest?: boolean
}

function Bar({ name, label, share, isRest = false }: BarProps) {
  return (
    <li>
      <div className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 truncate">{name}</span>
        <span className="shrink-0 text-muted tabular-nums">{label}</span>
      </div>
      <div aria-hidden="true" className="mt-1 h-1.5 rounded-full bg-sunken">
        <div
          className={cx('h-full rounded-full', isRest ? 'bg-edge' : 'bg-accent')}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </li>
  )
}
