import { z } from 'zod'
import { LogStatus, ReasonCode } from '../reasons.ts'

const moment = z.iso.datetime({ offset: true })

/** What the history is narrowed down by: the same on its page, in its address and in the export. */
export const LogFilters = z.strictObject({
  mailboxId: z.uuid().optional(),
  folderId: z.uuid().optional(),
  status: LogStatus.optional(),
  reason: ReasonCode.optional(),
  /** Only mail of which an action failed. */
  actionFailed: z.literal(true).optional(),
  /** Part of the sender's address or name, whatever the case. */
  sender: z.string().trim().min(1).max(320).optional(),
  /** Part of the subject, whatever the case. */
  text: z.string().trim().min(1).max(200).optional(),
  /** From this moment on. */
  from: moment.optional(),
  /** Before this moment. */
  to: moment.optional(),
})
export type LogFilters = z.infer<typeof LogFilters>

export const ProcessingLogsInput = z.strictObject({ action: z.literal('export'), filters: LogFilters.default({}) })
export type ProcessingLogsInput = z.input<typeof ProcessingLogsInput>

export const ProcessingLogsOutput = z.object({
  /** RFC 4180 with a line of names, newest first. Whoever saves it as a file puts a byte order mark in front, else Excel misreads it. */
  csv: z.string(),
  rows: z.int(),
  /** False where there are more than `logsExportMost`: these are the newest. */
  complete: z.boolean(),
})
export type ProcessingLogsOutput = z.infer<typeof ProcessingLogsOutput>
