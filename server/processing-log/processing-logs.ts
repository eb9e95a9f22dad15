import { ProcessingLogsInput, ProcessingLogsOutput } from '../../contract/functions/processing-logs.ts'
import { maxExportedLogs } from '../../contract/limits.ts'
import { functionRoute, perUser } from '../http/route.ts'
import { csvHeader, toCsvRow } from './processing-logs-csv.ts'
import { type ExportedLog, readExportPage } from './queries.ts'

/** Rows that an export reads per query. */
const processingLogExportPageSize = 2000

/**
 * The user's own processing history as CSV, at most `maxExportedLogs` rows. Read in pages, so that memory holds
 * only its text.
 */
export const processingLogs = functionRoute('processing-logs', {
  auth: 'user',
  limit: perUser(60, 'hour'),
  input: ProcessingLogsInput,
  output: ProcessingLogsOutput,
  async handle(ctx, { user: { userId }, input: { filters } }) {
    let csv = csvHeader
    let rows = 0
    let after: ExportedLog | null = null
    for (;;) {
      const limit = Math.min(processingLogExportPageSize, maxExportedLogs - rows)
      // One row more than is written shows whether any are left.
      const read: ExportedLog[] = await ctx.db.asService((tx) =>
        readExportPage(tx, userId, { filters, after, limit: limit + 1 }),
      )
      const written = read.slice(0, limit)
      csv += written.map(toCsvRow).join('')
      rows += written.length
      after = written.at(-1) ?? null
      if (read.length <= limit) return { csv, rows, complete: true }
      if (rows >= maxExportedLogs) return { csv, rows, complete: false }
    }
  },
})
