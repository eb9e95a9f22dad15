import { ProcessingLogsInput, ProcessingLogsOutput } from '../../contract/functions/processing-logs.ts'
import { logsExportMost } from '../../contract/limits.ts'
import { fn, perUser } from '../http/route.ts'
import { csvHead, csvOfLog } from './processing-logs-csv.ts'
import { type ExportedLog, logsToExport } from './queries.ts'

const page = 2000

/** The person's own history as CSV, at most `logsExportMost` rows, read in pages so that no more than its text is in memory. */
export const processingLogs = fn('processing-logs', {
  auth: 'user',
  limit: perUser(60, 'hour'),
  input: ProcessingLogsInput,
  output: ProcessingLogsOutput,
  async handle(ctx, { user: { userId }, input: { filters } }) {
    let csv = csvHead
    let rows = 0
    let after: ExportedLog | null = null
    for (;;) {
      const most = Math.min(page, logsExportMost - rows)
      // One more than is written: it says whether anything is left.
      const read: ExportedLog[] = await ctx.db.asService((tx) =>
        logsToExport(tx, userId, { filters, after, most: most + 1 }),
      )
      const written = read.slice(0, most)
      csv += written.map(csvOfLog).join('')
      rows += written.length
      after = written.at(-1) ?? null
      if (read.length <= most) return { csv, rows, complete: true }
      if (rows >= logsExportMost) return { csv, rows, complete: false }
    }
  },
})
