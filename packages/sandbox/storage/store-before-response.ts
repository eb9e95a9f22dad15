import type { MiddlewareHandler } from 'hono'
import type { StateStore } from './state-store.ts'

/**
 * Calls whose results the client keeps and cannot get again: tokens, subscriptions, payments. Mail and files are
 * stored within a second, because clients compare them with their own state in any case.
 */
const STORED_FIRST = [
  '/login.microsoftonline.com/',
  '/graph.microsoft.com/v1.0/subscriptions',
  '/oauth2.googleapis.com/',
  '/api.dropboxapi.com/oauth2/',
  '/focus.teamleader.eu/',
  '/api.stripe.com/',
  '/checkout.stripe.com/',
  '/billing.stripe.com/',
  '/invoice.stripe.com/',
]

/** Stores the changes of each call. */
export function storeBeforeResponse({ changed, saved }: StateStore): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (c.req.method !== 'GET' && STORED_FIRST.some((start) => c.req.path.startsWith(start))) await saved()
    else changed()
  }
}
