import { Stripe } from 'stripe'
import { VendorError } from './vendor-error.ts'

export class StripeError extends VendorError {
  /** The parameter that Stripe does not like, as it names it; empty where it names none. */
  readonly param: string
  /** Stripe's words about a declined card, which are made to be shown to its holder; null for every other error. */
  readonly customerMessage: string | null
  /** It broke off something that changes Stripe: how much of that was done is not known. */
  readonly isInDoubt: boolean

  constructor(status: number, code: string, details: Partial<StripeDetails> = {}) {
    super('stripe', status, code)
    this.name = 'StripeError'
    this.param = details.param ?? ''
    this.customerMessage = details.customerMessage ?? null
    this.isInDoubt = details.isInDoubt ?? false
  }

  inDoubt(): StripeError {
    return new StripeError(this.status, this.code, { param: this.param, isInDoubt: true })
  }

  /** The object is not there, or no longer. */
  get isMissing(): boolean {
    return this.code === 'resource_missing'
  }

  /** The idempotency key was used for another request within the last day. */
  get isKeyOfAnother(): boolean {
    return this.code === 'StripeIdempotencyError'
  }
}

interface StripeDetails {
  param: string
  customerMessage: string | null
  isInDoubt: boolean
}

/**
 * What the library throws, in the terms of the other vendors. No answer is status 0: the effect is unknown then. The library's own error
 * is not kept: it holds the whole answer.
 */
export function asStripeError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const isCard = error instanceof Stripe.errors.StripeCardError
  return new StripeError(error.statusCode ?? 0, error.code ?? error.type, {
    param: error.param ?? '',
    customerMessage: isCard ? error.message.slice(0, 300) : null,
  })
}
