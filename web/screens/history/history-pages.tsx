import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { logsPageSize } from '../../../contract/limits.ts'
import { Link } from '../../routing/link.tsx'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { focusListHeading } from './focus-list-heading.ts'
import { type HistorySearch, withPage } from './history-search.ts'
import { t } from '../../texts/translate.ts'

interface HistoryPagesProps {
  search: HistorySearch
  page: number
  total: number
  /** Newer messages are not on the other pages. */
  until: string | null
}

export function HistoryPages({ search, page, total, until }: HistoryPagesProps) {
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
