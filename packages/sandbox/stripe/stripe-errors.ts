import type { PaymentIntent } from './payment-objects.ts'

type ErrorType = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 409 | 429 | 500

type ErrorDetails = {
  code?: string
  param?: string
  decline_code?: string
  payment_intent?: PaymentIntent
}

/** An error of the API (https://docs.stripe.com/api/errors). */
export class StripeError extends Error {
  readonly status: ErrorStatus
  readonly type: ErrorType
  readonly details: ErrorDetails
  constructor(
    status: ErrorStatus,
    message: string,
    details: ErrorDetails = {},
    type: ErrorType = 'invalid_request_error',
  ) {
    super(message)
    this.status = status
    this.type = type
    this.details = details
  }
}

/** 400: a parameter is unknown or invalid. */
export function invalidParam(param: string, message: string, code?: string): StripeError {
  return new StripeError(400, message, code === undefined ? { param } : { param, code })
}

/** 404 if the id was in the path, 400 if it was in a parameter. */
export function resourceMissing(thing: string, id: string, param = 'id'): StripeError {
  const status = param === 'id' ? 404 : 400
  return new StripeError(status, `No such ${thing}: '${id}'`, { code: 'resource_missing', param })
}
