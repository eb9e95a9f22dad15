import { z } from 'zod'
import { cleanLine } from '../clean-text.ts'
import { filterSubjectMaxLength } from '../limits.ts'
import { LogStatus, ReasonCode } from '../reasons.ts'

const moment = z.iso.datetime({ offset: true })

/** Cleaned like the subjects and names that it is compared with. */
const part = (maxLength: number) =>
  z
    .string()
    .overwrite((text) => cleanLine(text, Infinity))
    .min(1)
    .max(maxLength)

/** Filters of the processing history: the same on the page, in its URL and in the export. */
export const LogFilters = z.strictObject({
  mailboxId: z.uuid().optional(),
  folderId: z.uuid().optional(),
  status: LogStatus.optional(),
  reason: ReasonCode.optional(),
  /** Only messages with a failed action. */
  actionFailed: z.literal(true).optional(),
  /** Case-insensitive part of the subject, or of the sender's address or name. */
  search: part(filterSubjectMaxLength).optional(),
  /** Inclusive start. */
  from: moment.optional(),
  /** Exclusive end. */
  to: moment.optional(),
})
export type LogFilters = z.infer<typeof LogFilters>

export const ProcessingLogsInput = z.strictObject({ action: z.literal('export'), filters: LogFilters.default({}) })
export type ProcessingLogsInput = z.input<typeof ProcessingLogsInput>

export const ProcessingLogsOutput = z.object({
  /** CSV (RFC 4180) with a header line, newest first. Files for Excel need a byte order mark in front. */
  csv: z.string(),
  rows: z.int(),
  /** False where more than `maxExportedLogs` match: the newest are returned. */
  complete: z.boolean(),
})
export type ProcessingLogsOutput = z.infer<typeof ProcessingLogsOutput>
