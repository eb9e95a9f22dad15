import { z } from 'zod'

/** `GET /config.json`: configuration that the page needs before sign-in. */
export const PublicConfig = z.object({
  productName: z.string(),
  anonKey: z.string(),
  supportEmail: z.string(),
  /** Null without a sandbox. */
  sandboxUrl: z.string().nullable(),
  /** Who may create an account. */
  signUp: z.enum(['open', 'invited', 'closed']),
})
export type PublicConfig = z.infer<typeof PublicConfig>
