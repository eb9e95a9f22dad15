import { SearchX } from 'lucide-react'
import { logsPageSize } from '../../../contract/limits.ts'
import type { HistoryPage } from '../../api/processing-logs.ts'
import { HistoryUnavailable, NoHistory } from '../../features/mail/history-states.tsx'
import { useSetupLink } from '../../features/mailbox/use-setup-link.tsx'
import { t, tn } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { HistoryList } from './history-list.tsx'
import { HistoryPages } from './history-pages.tsx'
import type { HistorySearch } from './history-search.ts'
import { NewerMessagesButton } from './newer-messages-button.tsx'
import type { ShownPage } from './use-history-page.ts'

interface HistoryCardProps {
  shown: ShownPage
  search: HistorySearch
  filtered: boolean
  onClear: () => void
}

export function HistoryCard({ shown, search, filtered, onClear }: HistoryCardProps) {
  const { page, query, newer, showNewest, onInUseChange } = shown
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  return (
    <Card>
      {/* One line at every width, so that a button that appears does not push the list down. */}
      <header className="flex min-h-16 items-center gap-2 px-5 py-3.5">
        <h2 tabIndex={-1} data-list-heading className="mr-auto min-w-0 text-base font-semibold outline-none">
          {titleOf(data, page)}
        </h2>
        <NewerMessagesButton newer={newer} onShow={showNewest} />
        {/* The empty list has its own. */}
        {filtered && data?.total !== 0 && (
          <Button size="small" className="max-md:hidden" onClick={onClear}>
            {t('Clear Filters')}
          </Button>
        )}
      </header>
      <div className={cx('border-t border-line', isPlaceholderData && 'opacity-60')} aria-busy={isPlaceholderData}>
        {data && !(error && isPlaceholderData) ? (
          data.entries.length > 0 ? (
            <HistoryList entries={data.entries} live={page === 1 && !isPlaceholderData} onInUseChange={onInUseChange} />
          ) : (
            <NoEntries total={data.total} filtered={filtered} onClear={onClear} />
          )
        ) : error ? (
          <HistoryUnavailable busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={logsPageSize} rowClassName="h-16 md:h-11" label={t('Loading processing logs...')} />
        )}
      </div>
      {data && data.total > 0 && (
        <HistoryPages search={search} page={page} total={data.total} until={page === 1 ? data.newest : data.until} />
      )}
    </Card>
  )
}

interface NoEntriesProps {
  /** Over all pages. */
  total: number
  filtered: boolean
  onClear: () => void
}

function NoEntries({ total, filtered, onClear }: NoEntriesProps) {
  const setupLink = useSetupLink()
  if (total > 0) {
    const pages = tn(Math.ceil(total / logsPageSize), '{count} page', '{count} pages')
    return (
      <EmptyState
        icon={<SearchX />}
        title={t('This page does not exist')}
        description={tn(total, 'There are {count} email on {pages}.', 'There are {count} emails on {pages}.', {
          pages,
        })}
      />
    )
  }
  if (!filtered) return <NoHistory action={setupLink} />
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('No emails match these filters')}
      description={t('Remove a filter, or choose other dates.')}
      action={<Button onClick={onClear}>{t('Clear Filters')}</Button>}
    />
  )
}

function titleOf(data: HistoryPage | undefined, page: number): string {
  if (!data) return t('Emails')
  if (data.entries.length === 0 || data.total <= logsPageSize) return tn(data.total, '{count} email', '{count} emails')
  const first = (page - 1) * logsPageSize + 1
  const last = first + data.entries.length - 1
  return tn(data.total, '{first}–{last} of {count} email', '{first}–{last} of {count} emails', { first, last })
}
