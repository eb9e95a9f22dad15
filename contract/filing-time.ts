import { z } from 'zod'
import { addDays, localDay, startOfDay } from './local-days.ts'
import { FileWhen, type FolderSchedule } from './tables.ts'

const maxFileDelayMinutes = 60
const maxFileLatestHours = 168
export const maxFileHours = 4

/** When sorted email is moved into its folder. */
export const FilingSchedule = z.object({
  fileWhen: FileWhen,
  /** From the moment when the email was first seen as read. */
  fileDelayMinutes: z.int().min(0).max(maxFileDelayMinutes),
  /** From the decision. */
  fileLatestHours: z.int().min(1).max(maxFileLatestHours),
  fileHours: z.array(z.int().min(0).max(23)).min(1).max(maxFileHours),
})
export type FilingSchedule = z.infer<typeof FilingSchedule>

export const scheduleOf = (
  { file_when, file_delay_minutes, file_latest_hours, file_hours }: FolderSchedule,
  ofMailbox: FilingSchedule,
): FilingSchedule =>
  file_when === null
    ? ofMailbox
    : {
        fileWhen: file_when,
        fileDelayMinutes: file_delay_minutes,
        fileLatestHours: file_latest_hours,
        fileHours: file_hours,
      }

interface DecidedEmail {
  decidedAt: Date
  /** Null: unread. */
  readAt: Date | null
  /** With a code or a link to sign in: it waits until it is read, whatever the schedule. */
  hasCode: boolean
}

const minuteMs = 60_000

/** @returns when the email is filed; null: once the user has read it */
export function filingTime(schedule: FilingSchedule, email: DecidedEmail, timeZone: string): Date | null {
  const { decidedAt, readAt, hasCode } = email
  const { fileWhen, fileDelayMinutes, fileLatestHours, fileHours } = schedule
  if (hasCode && readAt === null) return null
  const afterReading = readAt && new Date(readAt.getTime() + fileDelayMinutes * minuteMs)
  if (fileWhen === 'at_hours') return nextHour(fileHours, hasCode && readAt ? readAt : decidedAt, timeZone)
  if (fileWhen === 'at_once') return hasCode ? afterReading : decidedAt
  if (fileWhen === 'after_read') return afterReading
  const latest = new Date(decidedAt.getTime() + fileLatestHours * 60 * minuteMs)
  return afterReading && afterReading < latest ? afterReading : latest
}

/** Whether the email is filed earlier once the user has read it. */
export const waitsForReading = ({ fileWhen }: FilingSchedule, { readAt, hasCode }: DecidedEmail): boolean =>
  readAt === null && (hasCode || fileWhen === 'after_read' || fileWhen === 'by_latest')

/** An hour that daylight saving time skips is the first moment after it; one that comes twice is the former. */
function nextHour(hours: readonly number[], after: Date, timeZone: string): Date {
  const today = localDay(after, timeZone)
  const times = [today, addDays(today, 1)].flatMap((day) =>
    hours.map((hour) => startOfDay(day, timeZone, `${String(hour).padStart(2, '0')}:00`)),
  )
  return times.filter((time) => time > after).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? after
}
