import { z } from 'zod'
import { PORTAL_LOCALES } from '../hosted-page-locales.ts'
import {
  adjustableQuantity,
  cancellationReason,
  flag,
  metadata,
  nonNegativeInteger,
  text,
  unsettable,
} from '../api/param-schemas.ts'

const PRORATIONS = ['none', 'create_prorations', 'always_invoice'] as const
const Product = z.strictObject({
  product: text(),
  prices: z.array(text()).min(1).max(10),
  adjustable_quantity: adjustableQuantity().optional(),
})

const Features = z.strictObject({
  customer_update: z
    .strictObject({
      enabled: flag().optional(),
      allowed_updates: unsettable(
        z.array(z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id'])),
      ).optional(),
    })
    .optional(),
  invoice_history: z.strictObject({ enabled: flag() }).optional(),
  payment_method_update: z.strictObject({ enabled: flag() }).optional(),
  subscription_cancel: z
    .strictObject({
      enabled: flag().optional(),
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: z.enum(PRORATIONS).optional(),
      cancellation_reason: z
        .strictObject({ enabled: flag(), options: unsettable(z.array(cancellationReason())).optional() })
        .optional(),
    })
    .optional(),
  subscription_pause: z.strictObject({ enabled: flag().optional() }).optional(),
  subscription_update: z
    .strictObject({
      enabled: flag().optional(),
      default_allowed_updates: unsettable(z.array(z.enum(['price', 'promotion_code', 'quantity']))).optional(),
      products: unsettable(z.array(Product).max(10)).optional(),
      proration_behavior: z.enum(PRORATIONS).optional(),
      billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
      schedule_at_period_end: z
        .strictObject({
          conditions: unsettable(
            z.array(z.strictObject({ type: z.enum(['decreasing_item_amount', 'shortening_interval']) })),
          ).optional(),
        })
        .optional(),
      trial_update_behavior: z.enum(['continue_trial', 'end_trial']).optional(),
    })
    .optional(),
})
export type FeatureParams = z.infer<typeof Features>

const profileUrl = () => unsettable(text()).optional()
const fields = {
  business_profile: z
    .strictObject({
      headline: unsettable(text().max(60)).optional(),
      privacy_policy_url: profileUrl(),
      terms_of_service_url: profileUrl(),
    })
    .optional(),
  default_return_url: unsettable(text()).optional(),
  login_page: z.strictObject({ enabled: flag() }).optional(),
  metadata: metadata().optional(),
  name: unsettable(text()).optional(),
}

export const ConfigurationCreate = z.strictObject({ ...fields, features: Features })
export const ConfigurationUpdate = z.strictObject({
  ...fields,
  features: Features.optional(),
  active: flag().optional(),
})
export type ConfigurationParams = z.infer<typeof ConfigurationUpdate>
export const ConfigurationFilter = z.strictObject({ active: flag().optional(), is_default: flag().optional() })

const OfSubscription = z.strictObject({ subscription: text() })
export const SessionCreate = z.strictObject({
  customer: text(),
  configuration: text().optional(),
  return_url: text().optional(),
  locale: z.enum(PORTAL_LOCALES).optional(),
  flow_data: z
    .strictObject({
      type: z.enum([
        'payment_method_update',
        'subscription_cancel',
        'subscription_update',
        'subscription_update_confirm',
        'customer_update',
      ]),
      after_completion: z
        .strictObject({
          type: z.enum(['hosted_confirmation', 'portal_homepage', 'redirect']),
          redirect: z.strictObject({ return_url: text() }).optional(),
          hosted_confirmation: z.strictObject({ custom_message: text().max(500).optional() }).optional(),
        })
        .optional(),
      subscription_cancel: OfSubscription.optional(),
      subscription_update: OfSubscription.optional(),
      subscription_update_confirm: z
        .strictObject({
          subscription: text(),
          items: z
            .array(z.strictObject({ id: text(), price: text().optional(), quantity: nonNegativeInteger().optional() }))
            .max(1, 'You can only confirm one item.'),
        })
        .optional(),
    })
    .optional(),
})
export type SessionParams = z.infer<typeof SessionCreate>
export type FlowParams = NonNullable<SessionParams['flow_data']>
