import { useQuery } from '@tanstack/react-query'
import { Download, RotateCcw, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { LogFilters } from '../../../contract/functions/processing-logs.ts'
import { failedRunsQuery } from '../../api/action-runs.ts'
import { errorMessageOr } from '../../api/api-error.ts'
import { useExportLogs } from '../../api/export-logs.ts'
import { FileAllButton } from '../../features/mail/file-all-button.tsx'
import { useMailboxes } from '../../features/mailbox/active-mailbox.tsx'
import { now } from '../../lib/clock.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { dayOf } from '../../lib/time-zone.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { useLocation } from '../../routing/router-view.tsx'
import { Footer } from '../../shell/footer.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { t, tn } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { focusListHeading } from '../../features/mail/list-heading.tsx'
import { HistoryCard } from './history-card.tsx'
import { HistoryFilters, scrollingRow } from './history-filters.tsx'
import { filterCount, filtersOf, type HistorySearch } from './history-search.ts'
import { reasonChoices, statusChoices } from './history-texts.ts'
import { useFolderChoices } from './use-folder-choices.ts'
import { changeUrl, useHistoryPage } from './use-history-page.ts'

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
          // A button that appears moves no list.
          <div className={cx('max-w-full print:hidden', scrollingRow)}>
            <FileAllButton />
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

const RetryFailedDialog = onDemand(async () => (await import('./retry-failed-dialog.tsx')).RetryFailedDialog, {
  failed: ({ onClose }) => onClose(),
})

/**
 * Retries all failed actions of the mailbox that the history shows, or of all. Rendered only where an action has
 * failed.
 */
function RetryFailedButton({ mailboxId }: { mailboxId: string | undefined }) {
  const { data } = useQuery(failedRunsQuery(mailboxId))
  const [open, setOpen] = useState(false)
  const failed = data?.failed ?? 0
  if (failed === 0 && !open) return null
  return (
    <>
      <Button icon={<RotateCcw aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('Retry All Failed')}
      </Button>
      {open && <RetryFailedDialog mailboxId={mailboxId} onClose={() => setOpen(false)} />}
    </>
  )
}

const UndoDayDialog = onDemand(async () => (await import('./undo-day-dialog.tsx')).UndoDayDialog, {
  failed: ({ onClose }) => onClose(),
})

/** Opens the dialog that undoes a day; a day that the history is filtered by is preselected. */
function UndoDayButton({ search }: { search: HistorySearch }) {
  const { list } = useMailboxes()
  const [open, setOpen] = useState(false)
  const { mailbox, from, to } = search
  const known = list.some(({ id }) => id === mailbox)
  return (
    <>
      <Button icon={<Undo2 aria-hidden="true" />} disabled={list.length === 0} onClick={() => setOpen(true)}>
        {t('Undo a Day…')}
      </Button>
      {open && (
        <UndoDayDialog
          mailboxes={list}
          mailboxId={known ? mailbox : undefined}
          day={from !== undefined && from === to ? from : undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Downloads the filtered history as a CSV file. */
function useCsvExport(filters: LogFilters): { exporting: boolean; start: () => void } {
  const exporting = useExportLogs()
  const start = (): void =>
    exporting.mutate(filters, {
      onSuccess: ({ csv, rows, complete }) => {
        // Excel needs the byte order mark to read UTF-8.
        downloadFile(`processing-history-${dayOf(now())}.csv`, 'text/csv;charset=utf-8', `\uFEFF${csv}`)
        toastSuccess(
          t('History exported'),
          complete
            ? tn(rows, '{count} email in the file.', '{count} emails in the file.')
            : tn(
                rows,
                'The newest {count} email is in the file. Narrow the dates down to export older ones.',
                'The newest {count} emails are in the file. Narrow the dates down to export older ones.',
              ),
        )
      },
      onError: (error) =>
        toastError(t('Export failed'), errorMessageOr(error, t('Failed to export the history. Please try again.'))),
    })
  return { exporting: exporting.isPending, start }
}

/** On paper: which mailbox and which emails the list is about. */
function HistoryPrintHeader({ search }: { search: HistorySearch }) {
  const { list } = useMailboxes()
  const folders = useFolderChoices(search.mailbox)
  const mailboxes = list.filter(({ id }) => search.mailbox === undefined || id === search.mailbox)
  const facts = [
    [t('Mailbox'), mailboxes.map(({ email_address }) => email_address).join(', ')],
    [t('Search'), search.search],
    [t('Status'), translatedLabel(statusChoices, search.status)],
    [t('Reason'), translatedLabel(reasonChoices, search.reason)],
    [t('Folder'), search.folder && folders.find(({ value }) => value === search.folder)?.label],
    [t('From'), search.from],
    [t('To'), search.to],
  ] as const
  return (
    <dl className="mb-4 hidden flex-wrap gap-x-6 text-sm print:flex">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="flex gap-1.5">
              <dt className="text-muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const translatedLabel = (
  choices: readonly { value: string; label: string }[],
  value: string | undefined,
): string | undefined => {
  const choice = value && choices.find((each) => each.value === value)
  return choice ? t(choice.label) : undefined
}
