import { z } from 'zod'

/** Configuration that the page needs before sign-in: in its HTML, and for other clients at `GET /config.json`. */
export const PublicConfig = z.object({
  productName: z.string(),
  anonKey: z.string(),
  supportEmail: z.string(),
  /** Null without a sandbox. */
  sandboxUrl: z.string().nullable(),
  /** Whether there are plans and payments. */
  hasPlans: z.boolean(),
  sendsEmail: z.boolean(),
  /** Who may create an account; `first`: the first visitor, as the operator. */
  signUp: z.enum(['open', 'first', 'invited', 'closed']),
})
export type PublicConfig = z.infer<typeof PublicConfig>

/** Stands for it in the HTML of the build. */
export const publicConfigPlaceholder = '{{config}}'
