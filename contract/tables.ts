import { z } from 'zod'
import { emailKinds } from './email-kinds.ts'
import { DecidedBy, DecisionBasis, EvidenceKind, ReasonCode } from './reasons.ts'

/** Rows as `/rest/v1` returns them; times are ISO 8601 text. The page parses responses with these schemas. */
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
  /** Unknown values are treated as inactive. */
  status: SubscriptionStatus.catch('inactive'),
  cancel_at_period_end: z.boolean(),
  stripe_customer_id: z.string().nullable(),
  stripe_subscription_id: z.string().nullable(),
  current_period_start: time.nullable(),
  current_period_end: time.nullable(),
  /** A change of add-ons waits for its payment until then. */
  pending_update_expires_at: time.nullable(),
  created_at: time,
  updated_at: time,
  plan: Plan.pick({ id: true, name: true, description: true, price_monthly: true, email_limit: true }).nullable(),
})
export type Subscription = z.infer<typeof Subscription>

/** `by_latest`: as `after_read`, and unread after some hours. `at_hours`: at hours of the user's day. */
export const FileWhen = z.enum(['at_once', 'after_read', 'by_latest', 'at_hours'])
export type FileWhen = z.infer<typeof FileWhen>

/** How email is filed into a folder. */
export const Filing = z.enum(['move', 'tag', 'both'])
export type Filing = z.infer<typeof Filing>

export const EmailFolder = z.object({
  id,
  mailbox_id: id,
  folder_name: z.string(),
  display_name: z.string(),
  provider_folder_id: z.string().nullable(),
  parent_folder_id: id.nullable(),
  instructions: z.string(),
  /** Last change of the instructions by the user. */
  instructions_changed_at: time.nullable(),
  active: z.boolean(),
  include_in_ai: z.boolean(),
  /** Unread codes, notices about accounts and suspected phishing are filed here, too. */
  include_security_email: z.boolean(),
  /** `tag`: email stays in the inbox with a category (IMAP: a keyword) that is named like the folder. */
  filing: Filing,
  mark_as_read: z.boolean(),
  set_flag: z.boolean(),
  is_custom: z.boolean(),
  /** See `FilingSchedule`; null: as the mailbox. */
  file_when: FileWhen.nullable(),
  file_delay_minutes: z.int(),
  file_latest_hours: z.int(),
  file_hours: z.int().array(),
  /** Another folder is the one for such email, and the name of this one says the same. */
  resembles: z.enum(['drafts', 'sent', 'deleted', 'junk']).nullable(),
  /** Null where Outlook has the folder, or never had it. Email for a deleted folder stays in the inbox. */
  deleted_in_outlook_at: time.nullable(),
})
export type EmailFolder = z.infer<typeof EmailFolder>

/** Without `file_when` the folder is filed as its mailbox says. */
export type FolderSchedule = Pick<EmailFolder, 'file_when' | 'file_delay_minutes' | 'file_latest_hours' | 'file_hours'>

/** Columns that users may update. */
export type EmailFolderChange = Partial<
  Pick<
    EmailFolder,
    | 'active'
    | 'include_in_ai'
    | 'include_security_email'
    | 'instructions'
    | 'filing'
    | 'mark_as_read'
    | 'set_flag'
    | keyof FolderSchedule
  >
>

/**
 * Evidence for a decision: an address, a list, the subject of a conversation, a word of the message, or a sentence of
 * the folder's instructions.
 */
export const Evidence = z.object({ kind: EvidenceKind, text: z.string() })
export type Evidence = z.infer<typeof Evidence>

export const ProcessingLog = z.object({
  id,
  mailbox_id: id,
  message_id: z.string(),
  processed_at: time,
  status: z.string(),
  target_folder_id: id.nullable(),
  /** It is filed by a tag alone. */
  stays_in_inbox: z.boolean(),
  subject: z.string().nullable(),
  from_address: z.string().nullable(),
  from_name: z.string().nullable(),
  /** The mailing list that it comes from. */
  list_id: z.string().nullable(),
  /** Of an email that stayed in the inbox; null where it is of none of the kinds, and in older rows. */
  email_kind: z.enum(emailKinds).nullable().catch(null),
  classification_confidence: z.number().min(0).max(1).nullable(),
  decided_by: DecidedBy.nullable(),
  /** Null where neither classifier nor instructions decided, and in older rows. A later correction keeps it. */
  decision_basis: DecisionBasis.nullable(),
  reason: ReasonCode.nullable(),
  explanation: z.string().nullable(),
  /** Strongest first, at most `maxEvidence`; empty after the subject was purged. An unknown kind makes it empty. */
  evidence: Evidence.array().catch([]),
  /** The second most likely folder; for a message in the inbox the most likely one. It may be deleted. */
  runner_up_folder_id: id.nullable(),
  runner_up_confidence: z.number().min(0).max(1).nullable(),
  /** The folder that is offered after it. It may be deleted. */
  second_choice_folder_id: id.nullable(),
  /** Last correction by the user, in the processing history or in Outlook. */
  corrected_at: time.nullable(),
  /** Folder before the correction; null where the message stayed in the inbox. */
  corrected_from_folder_id: id.nullable(),
  /** Of an email with the reason `delayed`: when it is filed; null: once the user has read it. */
  file_at: time.nullable(),
  /** It is filed earlier once the user has read it. */
  file_once_read: z.boolean(),
  /** What Undo of the last correction restores; null where there is none, or it was made in the mailbox. */
  before_correction: z
    .object({ log: z.object({ target_folder_id: id.nullable(), moved_at: z.string().nullable() }) })
    .nullable(),
})
export type ProcessingLog = z.infer<typeof ProcessingLog>
