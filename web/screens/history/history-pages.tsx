import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { logsPageSize } from '../../../contract/limits.ts'
import { formatNumber } from '../../lib/format.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { type HistorySearch, withPage } from './history-search.ts'

interface HistoryPagesProps {
  search: HistorySearch
  page: number
  total: number
}

export function HistoryPages({ search, page, total }: HistoryPagesProps) {
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
      <Step search={search} to={Math.min(page - 1, last)} enabled={page > 1}>
        <ChevronLeft aria-hidden="true" />
        Previous
      </Step>
      <span className="text-muted">
        Page {formatNumber(page)} of {formatNumber(last)}
      </span>
      <Step search={search} to={page + 1} enabled={page < last}>
        Next
        <ChevronRight aria-hidden="true" />
      </Step>
    </nav>
  )
}

interface StepProps {
  search: HistorySearch
  to: number
  enabled: boolean
  children: ReactNode
}

/** An address of its own, so that it can be opened beside this one. */
const Step = ({ search, to, enabled, children }: StepProps) =>
  enabled ? (
    <Link to="/history" search={withPage(search, to)} className={buttonLook()}>
      {children}
    </Link>
  ) : (
    <Button disabled>{children}</Button>
  )
