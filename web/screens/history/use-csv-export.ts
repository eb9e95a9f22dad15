import type { LogFilters } from '../../../contract/functions/processing-logs.ts'
import { errorMessageOr } from '../../api/api-error.ts'
import { useExportLogs } from '../../api/export-logs.ts'
import { now } from '../../lib/clock.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { dayOf } from '../../lib/time-zone.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t, tn } from '../../texts/translate.ts'

/** Downloads the filtered history as a CSV file. */
export function useCsvExport(filters: LogFilters): { exporting: boolean; start: () => void } {
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
                'The newest {count} email are in the file. Narrow the dates down to export older ones.',
                'The newest {count} emails are in the file. Narrow the dates down to export older ones.',
              ),
        )
      },
      onError: (error) =>
        toastError(t('Export failed'), errorMessageOr(error, t('Failed to export the history. Please try again.'))),
    })
  return { exporting: exporting.isPending, start }
}
