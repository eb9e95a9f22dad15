import { z } from 'zod'

export const AccountDataInput = z.discriminatedUnion('action', [
  /** Everything that is kept about the person, as one document. */
  z.strictObject({ action: z.literal('export') }),
  /** Ends the account: needs a sign-in by hand within the last five minutes, or the code of `/reauthenticate`. */
  z.strictObject({ action: z.literal('delete'), nonce: z.string().max(20).optional() }),
])
export type AccountDataInput = z.infer<typeof AccountDataInput>

/** Tables by name, each with its rows as they are kept; secrets and what only we can read are left out. */
export const AccountExport = z.object({
  product: z.string(),
  exportedAt: z.iso.datetime({ offset: true }),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.json()))),
})
export type AccountExport = z.infer<typeof AccountExport>

export const AccountDataOutput = z.union([AccountExport, z.object({ success: z.literal(true) })])
export type AccountDataOutput = z.infer<typeof AccountDataOutput>
