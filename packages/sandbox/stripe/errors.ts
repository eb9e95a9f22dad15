import type { PaymentIntent } from './payment-model.ts'

type Kind = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
type Status = 400 | 401 | 402 | 403 | 404 | 409 | 429 | 500

export type ErrorDetails = {
  code?: string
  param?: string
  decline_code?: string
  payment_intent?: PaymentIntent
}

/** A refusal of the API (https://docs.stripe.com/api/errors). */
export class StripeError extends Error {
  readonly status: Status
  readonly type: Kind
  readonly details: ErrorDetails
  constructor(status: Status, message: string, details: ErrorDetails = {}, type: Kind = 'invalid_request_error') {
    super(message)
    this.status = status
    this.type = type
    this.details = details
  }
}

/** 400: a parameter is not one, or has a value that cannot be. */
export function invalid(param: string, message: string, code?: string): StripeError {
  return new StripeError(400, message, code === undefined ? { param } : { param, code })
}

/** 404, and 400 where the id came in a parameter and not in the address. */
export function noSuch(thing: string, id: string, param = 'id'): StripeError {
  const status = param === 'id' ? 404 : 400
  return new StripeError(status, `No such ${thing}: '${id}'`, { code: 'resource_missing', param })
}
