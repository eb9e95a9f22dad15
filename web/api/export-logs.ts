import { useMutation } from '@tanstack/react-query'
import { type LogFilters, ProcessingLogsOutput } from '../../contract/functions/processing-logs.ts'
import { callFunction } from './call-function.ts'

/** Apart from the queries of the history, which pages without its filters load, too. */
export const useExportLogs = () =>
  useMutation({
    mutationFn: (filters: LogFilters) =>
      callFunction('processing-logs', { action: 'export', filters }, ProcessingLogsOutput),
  })
