import { CustomerPortalOutput, NoInput } from '../../../contract/functions/billing.ts'
import { fail } from '../../errors.ts'
import { functionRoute, perUser } from '../../http/routing/route.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { ensureCatalogue } from '../catalogue/catalogue.ts'
import { findExistingCustomer, storedCustomerId } from './stripe-customer.ts'
import { handleBillingRequest } from '../customers/billing-lock.ts'

/**
 * Opens Stripe's customer portal. Its URL grants access for a while, so it is created per request, never stored or
 * logged.
 */
export const customerPortal = functionRoute('customer-portal', {
  auth: 'user',
  limit: perUser(30, 'minute'),
  input: NoInput,
  output: CustomerPortalOutput,
  handle: (ctx, { user: { userId } }) =>
    handleBillingRequest(ctx, { userId, failure: 'billing_unavailable' }, async (stripe) => {
      const customerId = (await storedCustomerId(ctx, stripe, userId)) ?? fail('no_billing_customer')
      const returnUrl = `${ctx.config.publicUrl}/subscription`
      const configurationId = (await ensureCatalogue(ctx, stripe)).portalId ?? ''
      try {
        return await stripe.createPortalSession({ customerId, returnUrl, configurationId })
      } catch (error) {
        if (!(error instanceof VendorError) || error.transient) throw error
        // The customer was deleted at Stripe.
        if ((await findExistingCustomer(ctx, stripe, userId)) === null) fail('no_billing_customer')
        throw error
      }
    }),
})
