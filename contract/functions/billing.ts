import { z } from 'zod'
import { maxAddonQuantity } from '../limits.ts'

const maxAddonKinds = 19

/** Quantities by id of `addons`. Prices never come from the page. */
export const AddonChoice = z.strictObject({ id: z.uuid(), quantity: z.int().min(0).max(maxAddonQuantity) })
export type AddonChoice = z.infer<typeof AddonChoice>

const AddonChoices = z
  .array(AddonChoice, 'Must be a list of add-ons.')
  .max(maxAddonKinds)
  .refine((choices) => new Set(choices.map(({ id }) => id)).size === choices.length, 'Each add-on at most once.')

/** What Stripe charges for a change to a running subscription. US cents. */
export const ChangePrice = z.object({
  /** Charged to the saved card immediately; 0 for a lower price. */
  dueNow: z.int().min(0),
  /** Credited to the next invoice; 0 for a higher price. */
  credit: z.int().min(0),
  /** Plan and add-ons per month after the change. */
  monthly: z.int().min(0),
  prorationDate: z.int().positive(),
})
export type ChangePrice = z.infer<typeof ChangePrice>

/** Returns the cost without changing anything. */
const preview = z.boolean().default(false)
/** Time of the shown price in Unix seconds: the same time gives the same proration. */
const prorationDate = z.int().positive().optional()

export const CreateCheckoutInput = z.strictObject({
  planId: z.uuid('Must be the id of a plan.'),
  addons: AddonChoices.default([]),
  /** For users with add-ons, whose plan changes immediately; a Checkout page shows its own total. */
  preview,
  prorationDate,
})
export type CreateCheckoutInput = z.infer<typeof CreateCheckoutInput>

/** `cancel-subscription` and `customer-portal` have no input: the token identifies the user. */
export const NoInput = z.strictObject({})

/** Outcomes for which the page has its own text are not errors. */
export const CreateCheckoutOutput = z.union([
  /** Stripe's page, or our own page where no payment is needed. */
  z.object({ url: z.url(), sessionId: z.string().optional() }),
  z.object({ freePlan: z.literal(true), success: z.literal(true) }),
  /** `suggestManageSubscription`: another plan is active, and the portal can change it. */
  z.object({ alreadySubscribed: z.literal(true), suggestManageSubscription: z.literal(true).optional() }),
  z.object({ preview: ChangePrice }),
])
export type CreateCheckoutOutput = z.infer<typeof CreateCheckoutOutput>

/** Ends the paid plan immediately, without credit. */
export const CancelSubscriptionOutput = z.object({
  success: z.literal(true),
  alreadyFree: z.literal(true).optional(),
})
export type CancelSubscriptionOutput = z.infer<typeof CancelSubscriptionOutput>

export const ManageAddonsInput = z.strictObject({
  /** The complete new set: missing add-ons are removed. */
  addons: AddonChoices,
  preview,
  prorationDate,
})
export type ManageAddonsInput = z.infer<typeof ManageAddonsInput>

export const ManageAddonsOutput = z.union([
  /** Our own page where the change is done; Stripe's page where the bank requires authentication. */
  z.object({ url: z.url() }),
  z.object({ preview: ChangePrice }),
])
export type ManageAddonsOutput = z.infer<typeof ManageAddonsOutput>

/** A bearer URL that is valid for minutes: requested at each click, never stored. */
export const CustomerPortalOutput = z.object({ url: z.url() })
export type CustomerPortalOutput = z.infer<typeof CustomerPortalOutput>

/** Messages that stayed in the inbox at the monthly limit. */
export const WaitingMailInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('count') }),
  z.strictObject({ action: z.literal('sort') }),
])
export type WaitingMailInput = z.infer<typeof WaitingMailInput>

export const WaitingMailOutput = z.union([
  z.object({
    waiting: z.int().min(0),
    /** Messages that the monthly limit still allows. */
    room: z.int().min(0),
  }),
  z.object({ started: z.int().min(0) }),
])
export type WaitingMailOutput = z.infer<typeof WaitingMailOutput>
