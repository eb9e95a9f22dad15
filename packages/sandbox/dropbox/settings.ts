import { z } from 'zod'

const MIB = 2 ** 20

/**
 * Limits and behaviour of the service (`PUT /control/dropbox/settings`). A PUT changes only the settings that it names;
 * a reset restores the defaults.
 */
export const Settings = z.strictObject({
  /** The maximum page size of a listing; null for the one that the client requests. */
  pageSize: z.number().int().min(1).nullable().default(null),
  /** The maximum page size of a search; null for the one that the client requests. */
  searchPageSize: z.number().int().min(1).nullable().default(null),
  /** How long a search does not find a new file, in milliseconds of the sandbox's clock. */
  searchLagMs: z.number().min(0).default(0),
  /** Each page of a search repeats the last match of the page before. */
  searchRepeats: z.boolean().default(false),
  /** Maximum bytes of one call: an upload, or a part of an upload session. */
  uploadLimit: z
    .number()
    .int()
    .min(1)
    .default(150 * MIB),
  /** Maximum bytes of a file of an upload session. */
  sessionLimit: z
    .number()
    .int()
    .min(1)
    .default(2 ** 41 - 4 * MIB),
  /** Of two parallel writes in one account the second is refused with `too_many_write_operations`. */
  lockContention: z.boolean().default(false),
  /** The minimum duration of a write in real milliseconds, so that two of them can overlap. */
  writeMs: z.number().int().min(0).max(60_000).default(0),
})
export type Settings = z.infer<typeof Settings>

export function defaultSettings(): Settings {
  return Settings.parse({})
}
