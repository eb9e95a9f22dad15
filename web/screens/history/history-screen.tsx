import { useNavigate, useSearch } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { historyPageQuery } from '../../api/logs.ts'
import { count } from '../../lib/format.ts'
import { toastError } from '../../lib/toast.ts'
import { Footer } from '../../shell/footer.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { HistoryCard } from './history-card.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { filterCount, filtersOf, type HistorySearch, pageOf } from './history-search.ts'
import { useExport } from './use-export.ts'

/** Every mail that was looked at: View All Logs. */
export function HistoryScreen() {
  const search = useSearch({ from: '/signed-in/history' })
  const navigate = useNavigate()
  const filters = filtersOf(search)
  const page = pageOf(search)
  const query = useQuery(historyPageQuery(filters, page))
  const { exporting, start } = useExport(filters)
  const { error, data, isPlaceholderData } = query

  useEffect(() => {
    if (error) toastError('Failed to load processing logs')
  }, [error])
  useAnnouncedTotal(isPlaceholderData ? undefined : data?.total, JSON.stringify([filters, page]))

  const change = (next: HistorySearch): void =>
    void navigate({ to: '/history', search: next, replace: true, resetScroll: false })

  return (
    <>
      <PageHeading
        title="Processing History"
        description="Every email that was looked at, newest first, and why it is where it is."
        actions={
          <Button icon={<Download aria-hidden="true" />} busy={exporting} disabled={data?.total === 0} onClick={start}>
            {exporting ? 'Exporting...' : 'Export CSV'}
          </Button>
        }
      />
      <HistoryFilters search={search} onChange={change} />
      <HistoryCard
        query={query}
        search={search}
        page={page}
        filtered={filterCount(search) > 0}
        onClear={() => change({})}
      />
      <Footer />
    </>
  )
}

/** Says how many there are, once what was asked for has come; not at first, when the page's title is said. */
function useAnnouncedTotal(total: number | undefined, asked: string): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (total === undefined || last.current === asked) return
    if (last.current !== null) announce(`${count(total, 'email')} found`)
    last.current = asked
  }, [total, asked])
}
