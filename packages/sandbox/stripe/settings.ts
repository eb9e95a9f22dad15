import { z } from 'zod'

/** Habits of the account (`PUT /control/stripe/settings`). What is not named keeps its value; a reset brings the defaults back. */
export const Settings = z.strictObject({
  /** Days after the first failure at which a renewal is charged again. */
  retryDays: z.array(z.number().int().min(1)).default([3, 5, 7]),
  /** What becomes of a subscription when the last retry has failed. */
  afterRetries: z.enum(['canceled', 'unpaid']).default('canceled'),
  /** How long a test clock says `advancing`, in milliseconds of the sandbox's clock. */
  testClockMs: z.number().int().min(0).default(50),
  /** How long a call that changes something takes at least, in real milliseconds: so that two of them can be at once. */
  callMs: z.number().int().min(0).max(60_000).default(0),
  /** A payment on the checkout page takes days, as by bank debit: the session is complete and unpaid until the control door says more. */
  delayedPayments: z.boolean().default(false),
  /** How long an endpoint of webhooks may take to answer, in real milliseconds. */
  webhookTimeoutMs: z.number().int().min(1).default(10_000),
  /** How long after a try that failed the next one comes, in seconds of the sandbox's clock; after the last the delivery has failed. */
  webhookRetrySeconds: z.array(z.number().min(0)).max(50).default([300, 1800, 7200]),
  /** How long an event waits before it is sent, in milliseconds of the sandbox's clock. */
  webhookDelayMs: z.number().min(0).default(0),
  /** Events wait until they are released. */
  webhookHold: z.boolean().default(false),
})
export type Settings = z.infer<typeof Settings>

export function defaultSettings(): Settings {
  return Settings.parse({})
}
