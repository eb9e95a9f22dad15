import { z } from 'zod'
import { overviewDays } from '../limits.ts'
import { DecidedBy } from '../reasons.ts'

/** An IANA time zone name that the server knows. Offsets are refused: PostgreSQL inverts their sign. */
export const TimeZone = z
  .string('Give the name of a time zone, like Europe/Brussels.')
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]*$/, 'Give the name of a time zone, like Europe/Brussels.')
  .refine(isTimeZone, 'This time zone is not known.')

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

/** Results of the last `overviewDays` days, today included, of all mailboxes. */
export const DashboardOverviewInput = z.strictObject({ action: z.literal('summary'), timeZone: TimeZone })
export type DashboardOverviewInput = z.infer<typeof DashboardOverviewInput>

const counts = {
  /** Moved into a folder. */
  sorted: z.int(),
  /** Stayed in the inbox: unsure, no matching folder, limit reached, … */
  left: z.int(),
  failed: z.int(),
}

export const DashboardOverviewOutput = z.object({
  /** Every day, oldest first, `YYYY-MM-DD` in the caller's time zone; days without messages have zeros. */
  days: z.array(z.object({ day: z.iso.date(), ...counts })).length(overviewDays),
  totals: z.object(counts),
  /** By number of messages, at most `maxOverviewFolders`; the others count in `otherFolders`. */
  folders: z.array(z.object({ folderId: z.uuid(), mailboxId: z.uuid(), name: z.string(), sorted: z.int() })),
  /** Sorted into unlisted or deleted folders. */
  otherFolders: z.int(),
  /** Sorted messages by deciding method; unused methods are 0. */
  decidedBy: z.record(DecidedBy.exclude(['known_person', 'security']), z.int()),
  /** Sorted messages of the last `overviewWeekDays` days; `user`: by hand, by corrections and by conditions. */
  week: z.object({ instructions: z.int(), learning: z.int(), model: z.int(), user: z.int() }),
  /**
   * Calls of the language model for sorting in these days, messages in them, how many of these were conflicts between
   * instructions and learning, and tokens as the provider counts. Null where no model is configured and none was
   * called.
   */
  modelUsage: z.object({ calls: z.int(), mails: z.int(), conflicts: z.int(), tokens: z.int() }).nullable(),
  /** Messages that the language model was asked about. */
  askedModel: z.int(),
  /** Emails that the review asks about: in the inbox, unsure or without a fitting folder, not corrected. */
  unsure: z.int(),
  /** `secondsSavedPerMail` per sorted message, rounded. */
  minutesSaved: z.int(),
  /**
   * Usage of this month (UTC), and the limit of plan and add-ons. Without plans it is the one that the operator has
   * set, or null.
   */
  usage: z.object({ month: z.iso.date(), processed: z.int(), limit: z.int().nullable() }),
})
export type DashboardOverviewOutput = z.infer<typeof DashboardOverviewOutput>
