import { z } from 'zod'

const MIB = 2 ** 20

/** Limits and habits of the service (`PUT /control/dropbox/settings`). What is not named keeps its value; a reset brings the defaults back. */
export const Settings = z.strictObject({
  /** Entries on a page of a folder at most; null for what the client asks for. */
  pageSize: z.number().int().min(1).nullable().default(null),
  /** Matches on a page of a search at most; null for what the client asks for. */
  searchPageSize: z.number().int().min(1).nullable().default(null),
  /** How long a new file is not found by a search, in milliseconds of the sandbox's clock. */
  searchLagMs: z.number().min(0).default(0),
  /** A page of a search begins with the last match of the page before. */
  searchRepeats: z.boolean().default(false),
  /** Bytes that one call may carry: an upload, or a step of an upload session. */
  uploadLimit: z
    .number()
    .int()
    .min(1)
    .default(150 * MIB),
  /** Bytes of a file that comes by an upload session. */
  sessionLimit: z
    .number()
    .int()
    .min(1)
    .default(2 ** 41 - 4 * MIB),
  /** Two writes at once in one account: the second is refused with `too_many_write_operations`. */
  lockContention: z.boolean().default(false),
  /** How long a write takes at least, in real milliseconds: so that two of them can be at once. */
  writeMs: z.number().int().min(0).max(60_000).default(0),
})
export type Settings = z.infer<typeof Settings>

export function defaultSettings(): Settings {
  return Settings.parse({})
}
