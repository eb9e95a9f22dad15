import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { toastError } from '../../lib/toast.ts'
import { useLocation } from '../../routing/router-view.tsx'
import { Footer } from '../../shell/footer.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { changeUrl } from './change-url.ts'
import { focusListHeading } from './focus-list-heading.ts'
import { HistoryCard } from './history-card.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryPrintHeader } from './history-print-header.tsx'
import { filterCount, filtersOf, type HistorySearch } from './history-search.ts'
import { RetryFailedButton } from './retry-failed-button.tsx'
import { UndoDayButton } from './undo-day-button.tsx'
import { useCsvExport } from './use-csv-export.ts'
import { useHistoryPage } from './use-history-page.ts'
import { t, tn } from '../../texts/translate.ts'

/** All processed messages (“View All Logs”). */
export function HistoryScreen() {
  const search: HistorySearch = useLocation().search
  const filters = filtersOf(search)
  const shown = useHistoryPage(search, filters)
  const { exporting, start } = useCsvExport(filters)
  const { error, data, isPlaceholderData } = shown.query
  // Remounts the filters, which also clears text that is not applied yet.
  const [cleared, setCleared] = useState(0)

  useEffect(() => {
    if (error) toastError(t('Failed to load processing logs'))
  }, [error])
  useTotalAnnouncement(isPlaceholderData ? undefined : data?.total, JSON.stringify([filters, shown.page]))

  const clear = (): void => {
    setCleared(cleared + 1)
    changeUrl(() => ({}))
    // The button, which has the focus, is removed.
    focusListHeading()
  }

  return (
    <>
      <PageHeading
        title={t('Processing History')}
        description={t('Every email that was checked, newest first, and why it is where it is.')}
        actions={
          <div className="flex flex-wrap gap-2 print:hidden">
            <RetryFailedButton mailboxId={filters.mailboxId} />
            <UndoDayButton search={search} />
            <Button
              icon={<Download aria-hidden="true" />}
              busy={exporting}
              disabled={data?.total === 0}
              onClick={start}
            >
              {exporting ? t('Exporting...') : t('Export CSV')}
            </Button>
          </div>
        }
      />
      <HistoryFilters search={search} cleared={cleared} onChange={changeUrl} onClear={clear} />
      <HistoryPrintHeader search={search} />
      <HistoryCard shown={shown} search={search} filtered={filterCount(search) > 0} onClear={clear} />
      <Footer />
    </>
  )
}

/** Announces the number of results, except the first, when screen readers read the page title. */
function useTotalAnnouncement(total: number | undefined, query: string): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (total === undefined || last.current === query) return
    if (last.current !== null) announce(tn(total, '{count} email found', '{count} emails found'))
    last.current = query
  }, [total, query])
}
