import type { Context } from '../../context.ts'

/** Path of the webhook endpoint. */
export const stripeWebhookPath = '/api/stripe-webhook'
/** Path to which Stripe redirects the browser after a checkout; it redirects to the page. */
export const stripeReturnPath = '/api/stripe-return'

/** URL of the page that confirms a completed change. */
export const completionUrl = (
  { config }: Pick<Context, 'config'>,
  name: 'session_id' | 'addon_session_id',
  id: string,
) => `${config.publicUrl}/subscription?${new URLSearchParams({ [name]: id })}`
