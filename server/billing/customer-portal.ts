import { CustomerPortalOutput, NoInput } from '../../contract/functions/billing.ts'
import { fail } from '../errors.ts'
import { fn, perUser } from '../http/route.ts'
import { StripeError } from '../vendors/stripe-error.ts'
import { completeCatalogue } from './catalogue.ts'
import { customerThere, knownCustomer } from './customer.ts'
import { clickOnBilling } from './with-billing.ts'

/** A page of Stripe's for card, invoices, plan and end. Its address is a key for a while: made at each click, neither kept nor logged. */
export const customerPortal = fn('customer-portal', {
  auth: 'user',
  limit: perUser(30, 'minute'),
  input: NoInput,
  output: CustomerPortalOutput,
  handle: (ctx, { user: { userId } }) =>
    clickOnBilling(ctx, { userId, failure: 'billing_unavailable' }, async (stripe) => {
      const customerId = (await knownCustomer(ctx, stripe, userId)) ?? fail('no_billing_customer')
      const returnUrl = `${ctx.config.publicUrl}/subscription`
      const open = async (anew = false) => {
        const configurationId = (await completeCatalogue(ctx, stripe, anew)).portalId ?? ''
        return stripe.createPortal({ customerId, returnUrl, configurationId })
      }
      try {
        return await open()
      } catch (error) {
        if (!(error instanceof StripeError) || error.transient) throw error
        // Deleted there, or the sandbox was started anew and knows neither the customer nor, as a rule, the configuration.
        if ((await customerThere(ctx, stripe, userId)) === null) fail('no_billing_customer')
        if (stripe.mode !== 'sandbox' || !error.isMissing) throw error
        return open(true)
      }
    }),
})
