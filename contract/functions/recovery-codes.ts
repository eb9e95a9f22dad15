import { z } from 'zod'

export const RecoveryCodesInput = z.discriminatedUnion('action', [
  /** How many are left. */
  z.strictObject({ action: z.literal('status') }),
  /** Makes new ones; those before are void. Needs a step of the sign-in, first or second, within the last five minutes. */
  z.strictObject({ action: z.literal('create') }),
])
export type RecoveryCodesInput = z.infer<typeof RecoveryCodesInput>

export const RecoveryCodesOutput = z.union([
  z.object({
    remaining: z.int(),
    /** Null where none were ever made. */
    createdAt: z.iso.datetime({ offset: true }).nullable(),
  }),
  /** Shown this once, in groups of four with dashes; each is good once in the place of a second step. */
  z.object({ codes: z.array(z.string()) }),
])
export type RecoveryCodesOutput = z.infer<typeof RecoveryCodesOutput>
