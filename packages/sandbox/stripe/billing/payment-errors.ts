import { StripeError } from '../stripe-errors.ts'
import type { PaymentIntent } from '../payment-objects.ts'
import type { PaymentResult } from './card-behaviour.ts'

/** 400: the customer has no card. */
export function noPaymentMethodError(): StripeError {
  return new StripeError(
    400,
    'This customer has no attached payment source or default payment method. Please consider adding a default ' +
      'payment method.',
    { code: 'resource_missing' },
  )
}

/** 402 with the message for the customer. */
export function paymentFailedError(
  result: Exclude<PaymentResult, { outcome: 'paid' }>,
  payment_intent?: PaymentIntent,
): StripeError {
  const { code, decline_code, message } = result.problem
  const intent = payment_intent === undefined ? {} : { payment_intent }
  if (result.outcome === 'requires_action') {
    const words =
      'Payment for this subscription requires additional user action before it can be completed successfully.'
    const details = { code: 'subscription_payment_intent_requires_action', ...intent }
    return new StripeError(402, words, details, 'card_error')
  }
  const reason = decline_code === null ? {} : { decline_code }
  return new StripeError(402, message, { code, ...reason, ...intent }, 'card_error')
}
