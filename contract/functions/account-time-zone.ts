import { z } from 'zod'
import { TimeZone } from './dashboard-overview.ts'

export const AccountTimeZoneInput = z.discriminatedUnion('action', [
  /** The browser's, which is stored unless the user has chosen one. */
  z.strictObject({ action: z.literal('report'), timeZone: TimeZone }),
  /** `isChosen` false: the browser's again, from now on. */
  z.strictObject({ action: z.literal('save'), timeZone: TimeZone, isChosen: z.boolean() }),
])
export type AccountTimeZoneInput = z.infer<typeof AccountTimeZoneInput>

/** The time zone in which days and months of the user begin. */
export const AccountTimeZoneOutput = z.object({ timeZone: z.string(), isChosen: z.boolean() })
export type AccountTimeZoneOutput = z.infer<typeof AccountTimeZoneOutput>
