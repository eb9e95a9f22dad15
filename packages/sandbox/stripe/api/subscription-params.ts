import { z } from 'zod'
import { cancellationReason, nonNegativeInteger, flag, integer, metadata, text, unsettable } from './param-schemas.ts'

const cancellation_details = z
  .strictObject({
    comment: unsettable(text()).optional(),
    feedback: unsettable(cancellationReason()).optional(),
  })
  .optional()

/** Parameters of proration, and of a payment that fails. */
const prorationAndPaymentParams = {
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  proration_date: integer().optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'])
    .optional(),
}

export const ItemChanges = z
  .array(
    z.strictObject({
      id: text().optional(),
      price: text().optional(),
      quantity: nonNegativeInteger().optional(),
      deleted: flag().optional(),
      metadata: metadata().optional(),
    }),
  )
  .max(20, 'A subscription can have at most 20 items.')

export const CreateParams = z.strictObject({
  customer: text(),
  items: z
    .array(
      z.strictObject({ price: text(), quantity: nonNegativeInteger().optional(), metadata: metadata().optional() }),
    )
    .min(1)
    .max(20, 'A subscription can have at most 20 items.'),
  default_payment_method: text().optional(),
  description: text().max(500).optional(),
  metadata: metadata().optional(),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']).optional(),
  trial_period_days: integer()
    .refine((value) => value >= 1 && value <= 730, 'This value must be between 1 and 730.')
    .optional(),
  off_session: flag().optional(),
})

export const UpdateParams = z.strictObject({
  ...prorationAndPaymentParams,
  cancel_at: unsettable(integer()).optional(),
  cancel_at_period_end: flag().optional(),
  cancellation_details,
  default_payment_method: unsettable(text()).optional(),
  description: unsettable(text().max(500)).optional(),
  items: ItemChanges.optional(),
  metadata: metadata().optional(),
  off_session: flag().optional(),
})

export const CancelParams = z.strictObject({
  cancellation_details,
  invoice_now: flag().optional(),
  prorate: flag().optional(),
})

export const ListParams = z.strictObject({
  customer: text().optional(),
  price: text().optional(),
  status: z
    .enum([
      'active',
      'all',
      'canceled',
      'ended',
      'incomplete',
      'incomplete_expired',
      'past_due',
      'paused',
      'trialing',
      'unpaid',
    ])
    .optional(),
})
