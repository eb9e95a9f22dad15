import { z } from 'zod'

const time = z.iso.datetime({ offset: true })

export const AccountSessionsInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('list') }),
  /** Signs out another device or this one. */
  z.strictObject({ action: z.literal('end'), sessionId: z.uuid() }),
])
export type AccountSessionsInput = z.infer<typeof AccountSessionsInput>

/** A signed-in device or browser. */
export const AccountSession = z.object({
  id: z.uuid(),
  current: z.boolean(),
  createdAt: time,
  lastUsedAt: time,
  userAgent: z.string().nullable(),
  ip: z.string().nullable(),
  /** `aal2`: authenticated with a second factor. */
  aal: z.enum(['aal1', 'aal2']),
})
export type AccountSession = z.infer<typeof AccountSession>

export const AccountSessionsOutput = z.union([
  z.object({ sessions: z.array(AccountSession) }),
  z.object({ success: z.literal(true) }),
])
export type AccountSessionsOutput = z.infer<typeof AccountSessionsOutput>
