import type { MiddlewareHandler } from 'hono'
import { connectionOf } from '../kit/fault-effects.ts'
import type { Fault } from '../kit/faults.ts'
import { currentFault, type FaultBehavior } from '../kit/service-middleware.ts'
import { API_VERSION, newId, type StripeSandbox } from './stripe-state.ts'

/**
 * Error bodies of faults in Stripe's API. Faults match the customer's email address. `error` of a fault is the error
 * code, such as `card_declined`.
 */
export function stripeFaultBehavior({ stripe }: StripeSandbox): FaultBehavior {
  return {
    errorBody: (status, fault) => (status === 502 ? BAD_GATEWAY_PAGE : { error: errorBodyOf(status, fault) }),
    mailboxOf(body, path) {
      for (const [id] of `${path} ${body}`.matchAll(/\b(?:cus|sub|in)_[A-Za-z0-9]{24}\b/g)) {
        const owned = stripe.subscriptions.get(id) ?? stripe.invoices.get(id)
        const customer = stripe.customers.get(owned?.customer ?? id)
        if (customer) return customer.email
      }
      return null
    },
    async change({ action, options = {} }, answer) {
      if (action !== 'answer' || !answer.ok) return answer
      const body: unknown = await answer.clone().json()
      for (const [path, value] of Object.entries(options)) setByPath(body, path.split('.'), value)
      return new Response(JSON.stringify(body, null, 2), { status: answer.status, headers: answer.headers })
    },
  }
}

/**
 * Adds the headers of every API response to those of faults: request id, version, and Stripe-Should-Retry if the fault
 * sets it.
 */
export function stripeHeadersOfFaults(sandbox: StripeSandbox): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const fault = currentFault(c)
    if (!fault || connectionOf(fault) !== 'whole') return
    const { shouldRetry } = fault.options ?? {}
    if (typeof shouldRetry === 'boolean') c.header('Stripe-Should-Retry', String(shouldRetry))
    if (c.res.headers.has('request-id')) return
    c.header('Request-Id', newId(sandbox.stripe, 'req'))
    c.header('Stripe-Version', API_VERSION)
  }
}

const BAD_GATEWAY_PAGE = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

/** Default code and message of a status. */
const DEFAULT_ERRORS: Record<number, { code: string; message: string }> = {
  402: { code: 'card_declined', message: 'Your card was declined.' },
  409: {
    code: 'lock_timeout',
    message:
      'This object cannot be accessed right now because another API request or Stripe process is currently ' +
      'accessing it.',
  },
  429: { code: 'rate_limit', message: 'Request rate limit exceeded.' },
}

function errorBodyOf(status: number, { error, message }: Fault) {
  if (status >= 500) return { type: 'api_error', message: message ?? 'An unknown error occurred.' }
  const usual = DEFAULT_ERRORS[status]
  const code = error ?? usual?.code
  const type = status === 402 ? 'card_error' : 'invalid_request_error'
  const words = message ?? usual?.message ?? 'The request was refused.'
  return { type, ...(code === undefined ? {} : { code }), message: words }
}

function setByPath(into: unknown, [name = '', ...rest]: string[], value: unknown): void {
  if (typeof into !== 'object' || into === null) return
  if (rest.length === 0) Reflect.set(into, name, value)
  else setByPath(Reflect.get(into, name), rest, value)
}
