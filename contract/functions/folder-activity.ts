import { z } from 'zod'

export const FolderActivityInput = z.strictObject({ mailboxId: z.uuid() })
export type FolderActivityInput = z.infer<typeof FolderActivityInput>

export const FolderActivityOutput = z.object({
  /** Emails sorted into each folder in the last `overviewDays` days; folders without any are missing. */
  folders: z.array(z.object({ folderId: z.uuid(), sorted: z.int() })),
})
export type FolderActivityOutput = z.infer<typeof FolderActivityOutput>
