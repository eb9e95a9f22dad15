import type { Context } from '../context.ts'

/** Where Stripe posts its events. */
export const webhookPath = '/api/stripe-webhook'
/** Where Stripe sends the browser after a purchase; the page comes after it. */
export const returnPath = '/api/stripe-return'

/** What the page is told of a change that needed no page of Stripe's. */
export const doneUrl = ({ config }: Pick<Context, 'config'>, name: 'session_id' | 'addon_session_id', id: string) =>
  `${config.publicUrl}/subscription?${new URLSearchParams({ [name]: id })}`
