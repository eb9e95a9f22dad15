import type { Fault } from '../kit/faults.ts'
import type { GateOptions } from '../kit/gate.ts'

/** How faults look at Stripe's API; `error` of a fault is the code, `card_declined` say. */
export const stripeGate: GateOptions = {
  errorBody: (status, fault) => (status === 502 ? PAGE_502 : { error: errorOf(status, fault) }),
}

const PAGE_502 = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

function errorOf(status: number, { error, message }: Fault) {
  if (status === 402)
    return { type: 'card_error', code: error ?? 'card_declined', message: message ?? 'Your card was declined.' }
  if (status === 409) {
    return {
      type: 'invalid_request_error',
      code: error ?? 'lock_timeout',
      message:
        message ??
        'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
    }
  }
  if (status === 429)
    return {
      type: 'invalid_request_error',
      code: error ?? 'rate_limit',
      message: message ?? 'Request rate limit exceeded.',
    }
  if (status < 500)
    return {
      type: 'invalid_request_error',
      ...(error ? { code: error } : {}),
      message: message ?? 'The request was refused.',
    }
  return { type: 'api_error', message: message ?? 'An unknown error occurred.' }
}
