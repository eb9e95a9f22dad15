import { z } from 'zod'
import { overviewDays } from '../limits.ts'
import { DecidedBy } from '../reasons.ts'

/** A name of the time zone database that this side knows too. An offset is none: the signs of the two worlds differ. */
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

/** What happened in the last `overviewDays` days, today included, over all mailboxes of the person. */
export const DashboardOverviewInput = z.strictObject({ action: z.literal('summary'), timeZone: TimeZone })
export type DashboardOverviewInput = z.infer<typeof DashboardOverviewInput>

const counts = {
  /** Put into a folder. */
  sorted: z.int(),
  /** Stayed in the inbox: unsure, no folder fits, the limit is reached, … */
  left: z.int(),
  failed: z.int(),
}

export const DashboardOverviewOutput = z.object({
  /** Every day once, oldest first, `YYYY-MM-DD` in the caller's time zone; days without mail are there with zeros. */
  days: z.array(z.object({ day: z.iso.date(), ...counts })).length(overviewDays),
  totals: z.object(counts),
  /** Most mail first, at most `overviewFoldersMost`; what went into others is in `otherFolders`. */
  folders: z.array(z.object({ folderId: z.uuid(), mailboxId: z.uuid(), name: z.string(), sorted: z.int() })),
  /** Sorted into folders that are not in the list, or are deleted. */
  otherFolders: z.int(),
  /** Of the sorted ones: whose decision it was. Zero where nobody decided so. */
  decidedBy: z.record(DecidedBy.exclude(['known_person']), z.int()),
  /** Of all: how many the language model was asked about, as the sorter was not sure. */
  askedModel: z.int(),
  /** Stayed in the inbox because the sorter was not sure, and nobody has said where they belong. */
  unsure: z.int(),
  /** `secondsSavedPerMail` for each sorted one, rounded. */
  minutesSaved: z.int(),
  /** This month's, in UTC: what was counted, and the plan's limit with add-ons. */
  usage: z.object({ month: z.iso.date(), processed: z.int(), limit: z.int() }),
})
export type DashboardOverviewOutput = z.infer<typeof DashboardOverviewOutput>
