import type { MiddlewareHandler } from 'hono'
import { connectionOf } from '../kit/fault-effects.ts'
import type { Fault } from '../kit/faults.ts'
import { actingFault, type GateOptions } from '../kit/gate.ts'
import type { World } from '../kit/world.ts'
import { API_VERSION, newId } from './state.ts'

/** How faults look at Stripe's API, and whose call one is: the customer's address. `error` of a fault is the code, `card_declined` say. */
export function stripeGate({ stripe }: World): GateOptions {
  return {
    errorBody: (status, fault) => (status === 502 ? PAGE_502 : { error: errorOf(status, fault) }),
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
      for (const [path, value] of Object.entries(options)) setAt(body, path.split('.'), value)
      return new Response(JSON.stringify(body, null, 2), { status: answer.status, headers: answer.headers })
    },
  }
}

/** What each answer of the API has, those of faults too: its request and the version; and whether it is worth a retry, where a fault says so. */
export function stripeHeaders(world: World): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const fault = actingFault(c)
    if (!fault || connectionOf(fault) !== 'whole') return
    const { shouldRetry } = fault.options ?? {}
    if (typeof shouldRetry === 'boolean') c.header('Stripe-Should-Retry', String(shouldRetry))
    if (c.res.headers.has('request-id')) return
    c.header('Request-Id', newId(world.stripe, 'req'))
    c.header('Stripe-Version', API_VERSION)
  }
}

const PAGE_502 = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

/** The usual code and words of a status. */
const USUAL: Record<number, { code: string; message: string }> = {
  402: { code: 'card_declined', message: 'Your card was declined.' },
  409: {
    code: 'lock_timeout',
    message:
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
  },
  429: { code: 'rate_limit', message: 'Request rate limit exceeded.' },
}

function errorOf(status: number, { error, message }: Fault) {
  if (status >= 500) return { type: 'api_error', message: message ?? 'An unknown error occurred.' }
  const usual = USUAL[status]
  const code = error ?? usual?.code
  const type = status === 402 ? 'card_error' : 'invalid_request_error'
  const words = message ?? usual?.message ?? 'The request was refused.'
  return { type, ...(code === undefined ? {} : { code }), message: words }
}

function setAt(into: unknown, [name = '', ...rest]: string[], value: unknown): void {
  if (typeof into !== 'object' || into === null) return
  if (rest.length === 0) Reflect.set(into, name, value)
  else setAt(Reflect.get(into, name), rest, value)
}
