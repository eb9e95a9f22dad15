import { z } from 'zod'
import {
  cents,
  common,
  deletable,
  id,
  list,
  metadata,
  reference,
  seconds,
  nullableText,
} from './stripe-shape-fields.ts'

export const checkoutSession = z.looseObject({
  id: id.startsWith('cs_test_'),
  object: z.literal('checkout.session'),
  amount_subtotal: cents,
  amount_total: cents,
  cancel_url: nullableText,
  client_reference_id: nullableText,
  created: seconds,
  currency: z.string().length(3),
  customer: reference('customer').nullable(),
  customer_details: z.looseObject({ email: nullableText, name: nullableText }).nullable(),
  customer_email: nullableText,
  expires_at: seconds,
  invoice: reference('invoice').nullable(),
  line_items: list(z.looseObject({ id, object: z.literal('item'), quantity: z.number().int() })).optional(),
  mode: z.literal('subscription'),
  payment_status: z.enum(['no_payment_required', 'paid', 'unpaid']),
  setup_intent: z.null(),
  status: z.enum(['complete', 'expired', 'open']),
  subscription: reference('subscription').nullable(),
  success_url: z.url(),
  ui_mode: z.literal('hosted_page'),
  url: z.url().nullable(),
  ...common,
})

export const portalSession = z.looseObject({
  id: id.startsWith('bps_'),
  object: z.literal('billing_portal.session'),
  configuration: id,
  created: seconds,
  customer: id,
  flow: z
    .looseObject({
      type: z.string(),
      after_completion: z.looseObject({
        type: z.string(),
        redirect: z.looseObject({ return_url: z.url() }).nullable(),
      }),
      subscription_cancel: z.looseObject({ subscription: id }).nullable(),
      subscription_update: z.looseObject({ subscription: id }).nullable(),
      subscription_update_confirm: z.looseObject({ subscription: id, items: z.array(z.unknown()) }).nullable(),
    })
    .nullable(),
  livemode: z.literal(false),
  locale: nullableText,
  return_url: nullableText,
  url: z.url(),
})

const feature = z.looseObject({ enabled: z.boolean() })

export const portalConfiguration = z.looseObject({
  id: id.startsWith('bpc_'),
  object: z.literal('billing_portal.configuration'),
  active: z.boolean(),
  business_profile: z.looseObject({
    headline: nullableText,
    privacy_policy_url: nullableText,
    terms_of_service_url: nullableText,
  }),
  created: seconds,
  default_return_url: nullableText,
  features: z.looseObject({
    customer_update: feature,
    invoice_history: feature,
    payment_method_update: feature,
    subscription_cancel: feature,
    subscription_pause: feature,
    subscription_update: feature,
  }),
  is_default: z.boolean(),
  livemode: z.literal(false),
  login_page: feature,
  metadata,
  name: nullableText,
  updated: seconds,
})

export const webhookEndpoint = z.union([
  deletable('webhook_endpoint'),
  z.looseObject({
    id: id.startsWith('we_'),
    object: z.literal('webhook_endpoint'),
    api_version: nullableText,
    created: seconds,
    description: nullableText,
    enabled_events: z.array(z.string()).min(1),
    status: z.enum(['disabled', 'enabled']),
    url: z.url(),
    ...common,
  }),
])
