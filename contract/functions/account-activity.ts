import { z } from 'zod'

export const AccountActivityInput = z.strictObject({ action: z.literal('list') })
export type AccountActivityInput = z.infer<typeof AccountActivityInput>

/** Events of the audit log, newest first. The page has a text for each action and shows unknown ones unchanged. */
export const AccountActivityOutput = z.object({
  events: z.array(
    z.object({
      at: z.iso.datetime({ offset: true }),
      action: z.string(),
      /** What the event is about: the destination of an action, the address that mail is forwarded to. */
      detail: z.string().nullable(),
      ip: z.string().nullable(),
      userAgent: z.string().nullable(),
    }),
  ),
})
export type AccountActivityOutput = z.infer<typeof AccountActivityOutput>
