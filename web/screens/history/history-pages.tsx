import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { logsPageSize } from '../../../contract/limits.ts'
import { formatNumber } from '../../lib/format.ts'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { type HistorySearch, withPage } from './history-search.ts'

interface HistoryPagesProps {
  search: HistorySearch
  page: number
  total: number
  /** What the other pages count from. */
  until: string | null
}

export function HistoryPages({ search, page, total, until }: HistoryPagesProps) {
  const last = Math.ceil(total / logsPageSize)
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    // What was pressed may be gone at the end, and reading begins at the top of the other page.
    document.querySelector<HTMLElement>('[data-list-heading]')?.focus({ preventScroll: true })
  }, [page])
  if (last <= 1 && page === 1) return null
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3 border-t border-line px-5 py-3 text-sm">
      <Step search={withPage(search, Math.min(page - 1, last), until)} enabled={page > 1}>
        <ChevronLeft aria-hidden="true" />
        Previous
      </Step>
      <span className="text-muted">
        Page {formatNumber(page)} of {formatNumber(last)}
      </span>
      <Step search={withPage(search, page + 1, until)} enabled={page < last}>
        Next
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

/** An address of its own, so that it can be opened beside this one. */
const Step = ({ search, enabled, children }: StepProps) =>
  enabled ? (
    <Link to="/history" search={search} className={buttonClasses()}>
      {children}
    </Link>
  ) : (
    <Button disabled>{children}</Button>
  )
