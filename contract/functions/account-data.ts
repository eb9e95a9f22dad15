import { z } from 'zod'

export const AccountDataInput = z.discriminatedUnion('action', [
  /** All personal data as one document. */
  z.strictObject({ action: z.literal('export') }),
  /** Deletes the account. Requires a recent authentication or the code of `/reauthenticate`. */
  z.strictObject({ action: z.literal('delete'), nonce: z.string().max(20).optional() }),
])
export type AccountDataInput = z.infer<typeof AccountDataInput>

/** Rows by table; without secrets and data that only the server can read. */
export const AccountExport = z.object({
  product: z.string(),
  exportedAt: z.iso.datetime({ offset: true }),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.json()))),
})
export type AccountExport = z.infer<typeof AccountExport>

export const AccountDataOutput = z.union([AccountExport, z.object({ success: z.literal(true) })])
export type AccountDataOutput = z.infer<typeof AccountDataOutput>
