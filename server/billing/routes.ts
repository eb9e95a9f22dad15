import type { Route } from '../http/routing/route.ts'
import { cancelSubscription } from './subscriptions/cancel-subscription.ts'
import { createCheckout } from './subscriptions/create-checkout.ts'
import { customerPortal } from './entitlements/customer-portal.ts'
import { manageAddons } from './subscriptions/manage-addons.ts'
import { stripeReturn } from './subscriptions/stripe-return.ts'
import { stripeWebhook } from './events/stripe-webhook.ts'

export const billingRoutes: Route[] = [
  createCheckout,
  cancelSubscription,
  manageAddons,
  customerPortal,
  stripeReturn,
  stripeWebhook,
]
