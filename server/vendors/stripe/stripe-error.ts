import type { Stripe } from 'stripe'
import { retryAfterMs } from '../http/retry-after.ts'
import { VendorError } from '../http/vendor-error.ts'

/** Characters of Stripe's message about a card that the user sees. */
const cardErrorMaxLength = 300

export class StripeError extends VendorError {
  /** The invalid parameter; empty if Stripe names none. */
  readonly param: string
  /** Stripe's message about a declined card, meant for the cardholder; null for other errors. */
  readonly customerMessage: string | null
  /** A change of several requests failed midway: what Stripe has applied is unknown. */
  readonly isOutcomeUnknown: boolean

  constructor(status: number, code: string, details: Partial<StripeDetails> = {}) {
    super('stripe', status, code, details.waitMs ?? null)
    this.name = 'StripeError'
    this.param = details.param ?? ''
    this.customerMessage = details.customerMessage ?? null
    this.isOutcomeUnknown = details.isInDoubt ?? false
  }

  /** The object does not exist. */
  get isMissing(): boolean {
    return this.code === 'resource_missing'
  }

  /** The idempotency key was used with other parameters within the last 24 hours. */
  get isIdempotencyKeyReused(): boolean {
    return this.code === 'StripeIdempotencyError'
  }
}

/** Of a change of several requests that failed midway. */
export const withUnknownOutcome = (error: VendorError): StripeError =>
  new StripeError(error.status, error.code, {
    param: error instanceof StripeError ? error.param : '',
    isInDoubt: true,
  })

interface StripeDetails {
  /** Until the next call may be made; null where Stripe names no time. */
  waitMs: number | null
  param: string
  customerMessage: string | null
  isInDoubt: boolean
}

/** The SDK's classes of errors. */
export type SdkErrors = typeof Stripe.errors

/**
 * Converts an error of the SDK. Status 0 means that no response arrived, so the effect is unknown. The SDK's error is
 * not kept as the cause, because it contains the whole response.
 */
export function toStripeError(error: unknown, errors: SdkErrors): unknown {
  if (!(error instanceof errors.StripeError)) return error
  const headers = new Headers(error.headers ?? {})
  const isCard = error instanceof errors.StripeCardError
  return new StripeError(error.statusCode ?? 0, error.code ?? error.type, {
    waitMs: retryAfterMs(headers),
    param: error.param ?? '',
    customerMessage: isCard ? error.message.slice(0, cardErrorMaxLength) : null,
  })
}
