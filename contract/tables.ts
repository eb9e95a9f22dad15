import { z } from 'zod'
import { DecidedBy, EvidenceKind, ReasonCode } from './reasons.ts'

/** Rows as `/rest/v1` sends them (specification §3); times are ISO 8601 text. The page parses what it reads with these. */
const id = z.uuid()
const time = z.string()

export const Plan = z.object({
  id,
  name: z.string(),
  description: z.string(),
  price_monthly: z.int(),
  email_limit: z.int(),
  is_active: z.boolean(),
})
export type Plan = z.infer<typeof Plan>

export const Addon = Plan
export type Addon = z.infer<typeof Addon>

export const SubscriptionStatus = z.enum(['active', 'canceled', 'past_due', 'incomplete', 'trialing', 'inactive'])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

export const Subscription = z.object({
  id,
  user_id: id,
  plan_id: id,
  /** Any other value is treated as inactive (specification §4). */
  status: SubscriptionStatus.catch('inactive'),
  cancel_at_period_end: z.boolean(),
  stripe_customer_id: z.string().nullable(),
  stripe_subscription_id: z.string().nullable(),
  current_period_start: time.nullable(),
  current_period_end: time.nullable(),
  /** A change of the add-ons waits for its payment until then. */
  pending_update_expires_at: time.nullable(),
  created_at: time,
  updated_at: time,
  plan: Plan.pick({ id: true, name: true, description: true, price_monthly: true, email_limit: true }).nullable(),
})
export type Subscription = z.infer<typeof Subscription>

export const EmailFolder = z.object({
  id,
  mailbox_id: id,
  folder_name: z.string(),
  display_name: z.string(),
  provider_folder_id: z.string().nullable(),
  parent_folder_id: id.nullable(),
  instructions: z.string(),
  /** When the person last gave it other instructions. */
  instructions_changed_at: time.nullable(),
  active: z.boolean(),
  include_in_ai: z.boolean(),
  is_custom: z.boolean(),
})
export type EmailFolder = z.infer<typeof EmailFolder>

/** What a signed-in person may change of a folder. */
export const EmailFolderChange = EmailFolder.pick({ active: true, include_in_ai: true, instructions: true }).partial()
export type EmailFolderChange = z.infer<typeof EmailFolderChange>

/** Something of the mail that weighed in the decision, as it stands there: an address, a list, the subject of a conversation, a word. */
export const Evidence = z.object({ kind: EvidenceKind, text: z.string() })
export type Evidence = z.infer<typeof Evidence>

export const ProcessingLog = z.object({
  id,
  mailbox_id: id,
  processed_at: time,
  status: z.string(),
  target_folder_id: id.nullable(),
  subject: z.string().nullable(),
  from_address: z.string().nullable(),
  from_name: z.string().nullable(),
  classification_confidence: z.number().min(0).max(1).nullable(),
  decided_by: DecidedBy.nullable(),
  reason: ReasonCode.nullable(),
  explanation: z.string().nullable(),
  /** Weightiest first, at most `evidenceMost`; empty once the subject is forgotten. A kind that the page does not know leaves it empty. */
  evidence: Evidence.array().catch([]),
  /** The folder that came next; for mail that stayed in the inbox the likeliest one. It may be deleted meanwhile. */
  runner_up_folder_id: id.nullable(),
  runner_up_confidence: z.number().min(0).max(1).nullable(),
  /** When the user said otherwise, in the history or in Outlook. */
  corrected_at: time.nullable(),
  /** The folder that it was sorted into before that; null where it had stayed in the inbox. */
  corrected_from_folder_id: id.nullable(),
})
export type ProcessingLog = z.infer<typeof ProcessingLog>
