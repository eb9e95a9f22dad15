import { z } from 'zod'

export const AccountActivityInput = z.strictObject({ action: z.literal('list') })
export type AccountActivityInput = z.infer<typeof AccountActivityInput>

/** What happened to the account, newest first. The page has words for each action, and shows one that it does not know as it is. */
export const AccountActivityOutput = z.object({
  events: z.array(
    z.object({
      at: z.iso.datetime({ offset: true }),
      action: z.string(),
      ip: z.string().nullable(),
      userAgent: z.string().nullable(),
    }),
  ),
})
export type AccountActivityOutput = z.infer<typeof AccountActivityOutput>
