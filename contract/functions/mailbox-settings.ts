import { z } from 'zod'
import { composeText } from '../compose-text.ts'
import { FilingSchedule } from '../filing-time.ts'
import { maxConfidenceThreshold, minConfidenceThreshold, mailboxNameMaxLength } from '../limits.ts'

export const WhenUnsure = z.enum(['leave', 'categorize'])
export type WhenUnsure = z.infer<typeof WhenUnsure>

/** A name of zero-width and direction characters only is invisible. */
export const MailboxName = z
  .string()
  .trim()
  .min(1, 'Please enter a name for the mailbox.')
  .max(mailboxNameMaxLength, composeText('Use at most {number} characters.', { number: mailboxNameMaxLength }))
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'A name cannot contain control characters.')
  .regex(/[^\s\p{Cf}]/u, 'Please enter a name for the mailbox.')

const minFollowUpDays = 1
const maxFollowUpDays = 30
const followUpRange = 'Choose between 1 and 30 days.'

/** Settings that are stored as they are sent, each in the column of `mailboxes` with its name in snake case. */
export const StoredSettings = z.object({
  whenUnsure: WhenUnsure,
  /** Messages from known people stay in the inbox. Off: recipients of Sent Items are neither read nor stored. */
  keepKnownPeople: z.boolean(),
  /**
   * Sent email without an answer is listed after so many days, and questions of known people after one day. Null: off.
   * Applies while `keepKnownPeople` is on.
   */
  followUpDays: z
    .int('Choose a number of days.')
    .min(minFollowUpDays, followUpRange)
    .max(maxFollowUpDays, followUpRange)
    .nullable(),
  /**
   * Folder actions also run for messages that the user or an Outlook rule files, if received after this was switched
   * on.
   */
  actOnFiled: z.boolean(),
  /** Whether the language model may receive messages of this mailbox. */
  askModel: z.boolean(),
  ...FilingSchedule.shape,
})
export type StoredSettings = z.infer<typeof StoredSettings>

/** Missing properties stay unchanged. */
export const SettingsChange = z
  .strictObject({
    name: MailboxName,
    /** Minimum confidence to move a message. */
    threshold: z.number().min(minConfidenceThreshold).max(maxConfidenceThreshold),
    ...StoredSettings.shape,
    /** For 24 hours from now, or off. */
    previewOnly: z.boolean(),
  })
  .partial()
export type SettingsChange = z.infer<typeof SettingsChange>

export const MailboxSettingsInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('read'), mailboxId: z.uuid() }),
  z.strictObject({ action: z.literal('save'), mailboxId: z.uuid(), ...SettingsChange.shape }),
  /** Runs the catch-up now instead of within 15 minutes. */
  z.strictObject({ action: z.literal('catch-up'), mailboxId: z.uuid() }),
])
export type MailboxSettingsInput = z.infer<typeof MailboxSettingsInput>

export const MailboxSettings = z.object({
  mailboxId: z.uuid(),
  name: z.string(),
  email_address: z.string(),
  threshold: z.number(),
  ...StoredSettings.shape,
  /** Null where no language model is configured. */
  askModel: z.boolean().nullable(),
  /** Until then messages are classified but not moved; null: they are sorted. */
  previewUntil: z.iso.datetime({ offset: true }).nullable(),
  /** Changed by `mail-webhook-management`. */
  realTime: z.boolean(),
  /** Granted Graph permissions with descriptions; unknown ones by Microsoft's name. */
  permissions: z.array(z.object({ scope: z.string(), words: z.string() })),
})
export type MailboxSettings = z.infer<typeof MailboxSettings>

export const MailboxSettingsOutput = z.union([
  z.object({ settings: MailboxSettings }),
  /** The catch-up is enqueued; results appear in the processing history. */
  z.object({ success: z.literal(true) }),
])
export type MailboxSettingsOutput = z.infer<typeof MailboxSettingsOutput>
