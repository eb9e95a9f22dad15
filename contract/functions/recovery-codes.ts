import { z } from 'zod'

export const RecoveryCodesInput = z.discriminatedUnion('action', [
  /** Number of unused codes. */
  z.strictObject({ action: z.literal('status') }),
  /**
   * Creates new codes and invalidates the old ones. Requires an authentication, by first or second factor, within five
   * minutes.
   */
  z.strictObject({ action: z.literal('create') }),
])
export type RecoveryCodesInput = z.infer<typeof RecoveryCodesInput>

export const RecoveryCodesOutput = z.union([
  z.object({
    remaining: z.int(),
    /** Null where none were created yet. */
    createdAt: z.iso.datetime({ offset: true }).nullable(),
  }),
  /** Shown once, in groups of four with dashes; each replaces the second factor once. */
  z.object({ codes: z.array(z.string()) }),
])
export type RecoveryCodesOutput = z.infer<typeof RecoveryCodesOutput>
