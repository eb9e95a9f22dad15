import { z } from 'zod'

/** Files email now that stays in the inbox until later (`FilingSchedule`). */
export const FileNowInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('one'), logId: z.uuid() }),
  /** Of all mailboxes. */
  z.strictObject({ action: z.literal('all') }),
])
export type FileNowInput = z.infer<typeof FileNowInput>

/** 0 for an email that was filed, moved or deleted meanwhile. */
export const FileNowOutput = z.object({ started: z.int().min(0) })
export type FileNowOutput = z.infer<typeof FileNowOutput>
