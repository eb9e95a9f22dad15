import { z } from 'zod'

/**
 * Settings of the account (`PUT /control/stripe/settings`). Omitted settings keep their value; a reset restores the
 * defaults.
 */
export const Settings = z.strictObject({
  /** Days after the first failure at which a renewal is retried. */
  retryDays: z.array(z.number().int().min(1)).default([3, 5, 7]),
  /** Status of a subscription after the last failed retry. */
  afterRetries: z.enum(['canceled', 'unpaid']).default('canceled'),
  /** How long a test clock has the status `advancing`, in milliseconds of the sandbox's clock. */
  testClockMs: z.number().int().min(0).default(50),
  /** Minimum duration of a write request, in real milliseconds, so that two can overlap. */
  callMs: z.number().int().min(0).max(60_000).default(0),
  /**
   * Payments on the checkout page are asynchronous, like bank debits: the session is complete and unpaid until the
   * control API completes the payment.
   */
  delayedPayments: z.boolean().default(false),
  /** Timeout of a webhook delivery, in real milliseconds. */
  webhookTimeoutMs: z.number().int().min(1).default(10_000),
  /** Delay before each retry, in seconds of the sandbox's clock; after the last retry the delivery has failed. */
  webhookRetrySeconds: z.array(z.number().min(0)).max(50).default([300, 1800, 7200]),
  /** Delay before an event is sent, in milliseconds of the sandbox's clock. */
  webhookDelayMs: z.number().min(0).default(0),
  /** Holds events until they are released. */
  webhookHold: z.boolean().default(false),
})
export type Settings = z.infer<typeof Settings>

export function defaultSettings(): Settings {
  return Settings.parse({})
}
