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

/** Finds the text anywhere: escapes `%`, `_` and `*`, which PostgREST treats as `%`. */
const containsPattern = (text: string): string => `%${text.replace(/[\\%_*]/gu, (character) => `\\${character}`)}%`

/** What at least one of the columns of an entry has to meet. */
export interface LogCondition {
  columns: string[]
  operator: 'eq' | 'ilike' | 'gte' | 'lt'
  value: string
}

/** All that `filters` require of an entry, except `actionFailed`. */
export function logConditions({ mailboxId, folderId, status, reason, search, from, to }: LogFilters): LogCondition[] {
  const any = (columns: string[], operator: LogCondition['operator'], value: string | undefined): LogCondition[] =>
    value === undefined ? [] : [{ columns, operator, value }]
  return [
    ...any(['mailbox_id'], 'eq', mailboxId),
    ...any(['target_folder_id'], 'eq', folderId),
    ...any(['status'], 'eq', status),
    ...any(['reason'], 'eq', reason),
    ...any(['subject', 'from_address', 'from_name'], 'ilike', search && containsPattern(search)),
    ...any(['processed_at'], 'gte', from),
    ...any(['processed_at'], 'lt', to),
  ]
}

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
