import type { LogFilters } from '../../../contract/functions/processing-logs.ts'
import { errorMessageOr } from '../../api/api-error.ts'
import { useExportLogs } from '../../api/processing-logs.ts'
import { now } from '../../lib/clock.ts'
import { formatCount } from '../../lib/format.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'

/** Downloads the filtered history as a CSV file. */
export function useCsvExport(filters: LogFilters): { exporting: boolean; start: () => void } {
  const exporting = useExportLogs()
  const start = (): void =>
    exporting.mutate(filters, {
      onSuccess: ({ csv, rows, complete }) => {
        // Excel needs the byte order mark to read UTF-8.
        downloadFile(
          `processing-history-${now().toISOString().slice(0, 10)}.csv`,
          'text/csv;charset=utf-8',
          `\uFEFF${csv}`,
        )
        toastSuccess(
          'History exported',
          complete
            ? `${formatCount(rows, 'email')} in the file.`
            : `The newest ${formatCount(rows, 'email')} are in the file. Narrow the dates down to export older ones.`,
        )
      },
      onError: (error) =>
        toastError('Export failed', errorMessageOr(error, 'Failed to export the history. Please try again.')),
    })
  return { exporting: exporting.isPending, start }
}
