import { ChevronLeft, ChevronRight, SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { logsPageSize } from '../../../contract/limits.ts'
import type { HistoryPage } from '../../api/processing-logs.ts'
import { KeysBar } from '../../features/keys/keys-bar.tsx'
import { NewerEmailsButton } from '../../features/mail/newer-emails-button.tsx'
import { HistoryUnavailable, NoHistory } from '../../features/mail/history-states.tsx'
import { openInOutlook, useShortcutsOfMailboxes } from '../../features/mail/use-open-in-mailbox.ts'
import { useSetupLink } from '../../features/mailbox/use-setup-link.tsx'
import { Link } from '../../routing/link.tsx'
import { t, text, tn } from '../../texts/translate.ts'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Shortcut } from '../../ui/single-keys.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { focusListHeading } from '../../features/mail/list-heading.tsx'
import { EmailList } from '../../features/mail/email-list.tsx'
import { type HistorySearch, withPage } from './history-search.ts'
import type { ShownPage } from './use-history-page.ts'

const shortcuts: readonly Shortcut[] = [
  { names: ['J', '↓'], effect: text('Next email') },
  { names: ['K', '↑'], effect: text('Previous email') },
  { names: ['Enter'], effect: text('Open or close the email') },
  { names: ['E'], effect: text('Answer as suggested, then next email') },
  { names: ['1', '2'], effect: text('Put into the folder beside the email') },
  { names: ['F'], effect: text('File now what is filed later') },
  { names: ['A'], effect: text('File all from this sender') },
  { names: ['M'], effect: text('Put into another folder') },
  { names: ['I'], effect: text('Move to the inbox, or keep there') },
  { names: ['N'], effect: text('Put into a new folder') },
  openInOutlook,
  { names: ['Z', 'U'], effect: text('Undo the last answer') },
]

interface HistoryCardProps {
  shown: ShownPage
  search: HistorySearch
  filtered: boolean
  onClear: () => void
}

export function HistoryCard({ shown, search, filtered, onClear }: HistoryCardProps) {
  const { page, query, newer, showNewest, onInUseChange } = shown
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const shortcutsHere = useShortcutsOfMailboxes(shortcuts)
  return (
    <Card>
      {/* One line at every width, so that a button that appears does not push the list down. */}
      <header className="flex min-h-16 items-center gap-2 px-5 py-3.5">
        <h2 tabIndex={-1} data-list-heading className="mr-auto min-w-0 text-base font-semibold outline-none">
          {titleOf(data, page)}
        </h2>
        <NewerEmailsButton newer={newer} onShow={showNewest} />
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
            <EmailList
              label={t('Processed emails, newest first')}
              entries={data.entries}
              namesMailbox={search.mailbox === undefined}
              hasScreen
              live={page === 1 && !isPlaceholderData}
              onInUseChange={onInUseChange}
            />
          ) : (
            <NoEntries total={data.total} filtered={filtered} onClear={onClear} />
          )
        ) : error ? (
          <HistoryUnavailable busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={logsPageSize} rowClassName="h-16 md:h-11" label={t('Loading processing logs...')} />
        )}
      </div>
      <KeysBar shortcuts={shortcutsHere} />
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
        description={tn(total, 'There is {count} email on {pages}.', 'There are {count} emails on {pages}.', {
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

interface HistoryPagesProps {
  search: HistorySearch
  page: number
  total: number
  /** Newer messages are not on the other pages. */
  until: string | null
}

function HistoryPages({ search, page, total, until }: HistoryPagesProps) {
  const pages = Math.ceil(total / logsPageSize)
  const lastPage = useRef(page)
  useEffect(() => {
    if (lastPage.current === page) return
    lastPage.current = page
    // The pressed button can be disabled on the last page, and reading starts at the top.
    focusListHeading()
  }, [page])
  if (pages <= 1 && page === 1) return null
  return (
    <nav
      aria-label={t('Pages')}
      className="flex flex-wrap items-center justify-between gap-3 border-t print:hidden border-line px-5 py-3 text-sm"
    >
      <Step search={withPage(search, Math.min(page - 1, pages), until)} enabled={page > 1}>
        <ChevronLeft aria-hidden="true" />
        {t('Previous')}
      </Step>
      <span className="text-muted">{t('Page {page} of {pages}', { page, pages })}</span>
      <Step search={withPage(search, page + 1, until)} enabled={page < pages}>
        {t('Next')}
        <ChevronRight aria-hidden="true" />
      </Step>
    </nav>
  )
}

interface StepProps {
  search: HistorySearch
  enabled: boolean
  children: ReactNode
}

/** A link, so that the page can be opened in a new tab. */
const Step = ({ search, enabled, children }: StepProps) =>
  enabled ? (
    <Link to="/history" search={search} className={buttonClasses()}>
      {children}
    </Link>
  ) : (
    <Button disabled>{children}</Button>
  )
