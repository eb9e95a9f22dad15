import type { Route } from '../http/route.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { createCheckout } from './create-checkout.ts'
import { customerPortal } from './customer-portal.ts'
import { manageAddons } from './manage-addons.ts'
import { stripeReturn } from './stripe-return.ts'
import { stripeWebhook } from './stripe-webhook.ts'

export const billingRoutes: Route[] = [
  createCheckout,
  cancelSubscription,
  manageAddons,
  customerPortal,
  stripeReturn,
  stripeWebhook,
]
