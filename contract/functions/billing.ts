import { z } from 'zod'
import { addonQuantityMost, addonsMost } from '../limits.ts'

/** So many of an add-on; ids are those of `addons`. Prices are never taken from the page. */
export const AddonChoice = z.strictObject({ id: z.uuid(), quantity: z.int().min(0).max(addonQuantityMost) })
export type AddonChoice = z.infer<typeof AddonChoice>

const AddonChoices = z
  .array(AddonChoice, 'Must be a list of add-ons.')
  .max(addonsMost)
  .refine((choices) => new Set(choices.map(({ id }) => id)).size === choices.length, 'Each add-on at most once.')

/** What the payment provider reckons for a change of a subscription that runs. US cents. */
export const ChangePreview = z.object({
  /** Charged to the saved card at once; 0 where the price drops. */
  dueNow: z.int().min(0),
  /** Taken off the next invoice; 0 where the price rises. */
  credit: z.int().min(0),
  /** Plan and add-ons, each month from now on. */
  monthly: z.int().min(0),
  prorationDate: z.int().positive(),
})
export type ChangePreview = z.infer<typeof ChangePreview>

/** Asks what it would cost, and changes nothing. */
const preview = z.boolean().default(false)
/** Of the preview that was shown, in seconds since 1970: the same moment gives the same cents. */
const prorationDate = z.int().positive().optional()

export const CreateCheckoutInput = z.strictObject({
  planId: z.uuid('Must be the id of a plan.'),
  addons: AddonChoices.default([]),
  /** For who has add-ons, whose plan is changed at once: what a page of the provider's is to be paid on says itself. */
  preview,
  prorationDate,
})
export type CreateCheckoutInput = z.infer<typeof CreateCheckoutInput>

/** `cancel-subscription` and `customer-portal` are told nothing: whose it is, the token says. */
export const NoInput = z.strictObject({})

/** What the page words itself is no error (specification §8 "Billing"). */
export const CreateCheckoutOutput = z.union([
  /** Where the browser goes: the payment provider's page, or back to us where nothing has to be asked. */
  z.object({ url: z.url(), sessionId: z.string().optional() }),
  z.object({ freePlan: z.literal(true), success: z.literal(true) }),
  /** `suggestManageSubscription`: another plan is running, and the portal can change it. */
  z.object({ alreadySubscribed: z.literal(true), suggestManageSubscription: z.literal(true).optional() }),
  z.object({ preview: ChangePreview }),
])
export type CreateCheckoutOutput = z.infer<typeof CreateCheckoutOutput>

/** Leaves the paid plan at once, without credit (decision 13). */
export const CancelSubscriptionOutput = z.object({
  success: z.literal(true),
  alreadyFree: z.literal(true).optional(),
})
export type CancelSubscriptionOutput = z.infer<typeof CancelSubscriptionOutput>

export const ManageAddonsInput = z.strictObject({
  /** The whole of what is wanted: an add-on that is left out is wanted no longer. */
  addons: AddonChoices,
  preview,
  prorationDate,
})
export type ManageAddonsInput = z.infer<typeof ManageAddonsInput>

export const ManageAddonsOutput = z.union([
  /** Back to us where it is done, the provider's page where the bank asks. */
  z.object({ url: z.url() }),
  z.object({ preview: ChangePreview }),
])
export type ManageAddonsOutput = z.infer<typeof ManageAddonsOutput>

/** Good for minutes, and for whoever holds it: asked for at each click, never kept. */
export const CustomerPortalOutput = z.object({ url: z.url() })
export type CustomerPortalOutput = z.infer<typeof CustomerPortalOutput>

/** Mail that stayed in the inbox because the month's limit was reached. */
export const WaitingMailInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('count') }),
  z.strictObject({ action: z.literal('sort') }),
])
export type WaitingMailInput = z.infer<typeof WaitingMailInput>

export const WaitingMailOutput = z.union([
  z.object({
    waiting: z.int().min(0),
    /** How many more the month's limit takes now. */
    room: z.int().min(0),
  }),
  z.object({ started: z.int().min(0) }),
])
export type WaitingMailOutput = z.infer<typeof WaitingMailOutput>
