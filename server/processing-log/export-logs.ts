import type { z } from 'zod'
import { type LogFilters, ProcessingLogsInput, ProcessingLogsOutput } from '../../contract/functions/processing-logs.ts'
import { maxExportedLogs } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'
import { csvHeader, toCsvRow } from './processing-logs-csv.ts'
import { type ExportedLog, exportPageQuery } from './queries.ts'

/** Rows that an export reads per query. */
const processingLogExportPageSize = 2000

/** The user's own processing history as CSV, at most `maxExportedLogs` rows. */
export const processingLogs = functionRoute('processing-logs', {
  auth: 'user',
  limit: perUser(60, 'hour'),
  input: ProcessingLogsInput,
  output: ProcessingLogsOutput,
  handle: (ctx, { user: { userId }, input: { filters } }) => exportLogs(ctx, userId, filters, maxExportedLogs),
})

/** The newest rows, at most `maxRows`. Read in pages, so that memory holds only their text. */
export async function exportLogs(
  ctx: Pick<Context, 'db'>,
  userId: string,
  filters: LogFilters,
  maxRows: number,
): Promise<z.input<typeof ProcessingLogsOutput>> {
  let csv = csvHeader
  let rows = 0
  let after: ExportedLog | null = null
  for (;;) {
    const limit = Math.min(processingLogExportPageSize, maxRows - rows)
    // One row more than is written shows whether any are left.
    const read: ExportedLog[] = await ctx.db.asService((tx) =>
      exportPageQuery(tx, userId, { filters, after, limit: limit + 1 }).execute(),
    )
    const written = read.slice(0, limit)
    csv += written.map(toCsvRow).join('')
    rows += written.length
    after = written.at(-1) ?? null
    if (read.length <= limit) return { csv, rows, complete: true }
    if (rows >= maxRows) return { csv, rows, complete: false }
  }
}
