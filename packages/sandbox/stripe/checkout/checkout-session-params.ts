import { z } from 'zod'
import { CHECKOUT_LOCALES } from '../hosted-page-locales.ts'
import { adjustableQuantity, nonNegativeInteger, flag, integer, metadata, text } from '../api/param-schemas.ts'

/** Form of `POST /v1/checkout/sessions`: the parameters that apply to subscriptions. */
const LineItem = z.strictObject({
  price: text(),
  quantity: nonNegativeInteger().optional(),
  adjustable_quantity: adjustableQuantity().optional(),
})

export const CreateParams = z.strictObject({
  mode: text(),
  customer: text().optional(),
  client_reference_id: text().max(200).optional(),
  line_items: z.array(LineItem).max(20, 'You can only have up to 20 line items.').optional(),
  success_url: text(),
  cancel_url: text().optional(),
  expires_at: integer().optional(),
  metadata: metadata().optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata().optional(),
      description: text().max(500).optional(),
      trial_period_days: integer().optional(),
      billing_mode: z.strictObject({ type: z.literal('flexible') }).optional(),
    })
    .optional(),
  allow_promotion_codes: flag().optional(),
  automatic_tax: z.strictObject({ enabled: flag() }).optional(),
  tax_id_collection: z.strictObject({ enabled: flag() }).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  customer_update: z
    .strictObject({ address: z.enum(['auto', 'never']).optional(), name: z.enum(['auto', 'never']).optional() })
    .optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  setup_intent_data: z.strictObject({ metadata: metadata().optional() }).optional(),
  locale: z.enum(CHECKOUT_LOCALES).optional(),
  currency: text().optional(),
})
export type CreateParams = z.infer<typeof CreateParams>
export type LineParams = z.infer<typeof LineItem>
