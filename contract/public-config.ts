import { z } from 'zod'

/** `GET /config.json`: what the page must know before anybody has signed in. */
export const PublicConfig = z.object({
  productName: z.string(),
  anonKey: z.string(),
  supportEmail: z.string(),
  /** Null where the real services are used. */
  sandboxUrl: z.string().nullable(),
})
export type PublicConfig = z.infer<typeof PublicConfig>
