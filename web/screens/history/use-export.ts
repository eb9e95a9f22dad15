import type { LogFilters } from '../../../contract/functions/processing-logs.ts'
import { explain } from '../../api/api-error.ts'
import { useExportLogs } from '../../api/logs.ts'
import { now } from '../../lib/clock.ts'
import { count } from '../../lib/format.ts'
import { saveFile } from '../../lib/save-file.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'

/** Hands the filtered history to the browser as a file. */
export function useExport(filters: LogFilters): { exporting: boolean; start: () => void } {
  const exporting = useExportLogs()
  const start = (): void =>
    exporting.mutate(filters, {
      onSuccess: ({ csv, rows, complete }) => {
        // The mark in front tells Excel that this is UTF-8.
        saveFile(`processing-history-${now().toISOString().slice(0, 10)}.csv`, 'text/csv;charset=utf-8', `\uFEFF${csv}`)
        toastSuccess(
          'History exported',
          complete
            ? `${count(rows, 'email')} in the file.`
            : `The newest ${count(rows, 'email')} are in the file. Narrow the dates down to export older ones.`,
        )
      },
      onError: (error) =>
        toastError('Export failed', explain(error, 'Failed to export the history. Please try again.')),
    })
  return { exporting: exporting.isPending, start }
}
