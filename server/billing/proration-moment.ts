import { minutes } from '../clock.ts'
import type { Context } from '../context.ts'
import { fromSeconds, toSeconds } from '../vendors/stripe-library.ts'
import type { StripeSubscription } from '../vendors/stripe-subscriptions.ts'

/** A preview is good for as long as one looks at it; an older moment, or one to come, would change what is to be paid. */
const previewGoodMs = minutes(10)

/**
 * The moment for which a change is reckoned. Stripe refuses one before the period, and a period may have begun a moment ago by a clock that is
 * ahead of ours.
 * @param asked of a preview that was shown, in seconds since 1970
 */
export function prorationMoment(
  { clock }: Pick<Context, 'clock'>,
  { items }: Pick<StripeSubscription, 'items'>,
  asked?: number,
): Date {
  const begun = Math.max(0, ...items.map(({ periodStart }) => toSeconds(periodStart)))
  const now = Math.max(toSeconds(clock.now()), begun)
  const isGood = asked !== undefined && asked >= begun && asked <= now && now - asked <= previewGoodMs / 1000
  return fromSeconds(isGood ? asked : now)
}
