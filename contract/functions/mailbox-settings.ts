import { z } from 'zod'
import { highestThreshold, lowestThreshold, mailboxNameMaxLength } from '../limits.ts'

export const WhenUnsure = z.enum(['leave', 'categorize'])
export type WhenUnsure = z.infer<typeof WhenUnsure>

/** Zero-width and direction characters alone are no name that anybody could see. */
export const MailboxName = z
  .string()
  .trim()
  .min(1, 'Please enter a name for the mailbox.')
  .max(mailboxNameMaxLength, `Use at most ${mailboxNameMaxLength} characters.`)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'A name cannot contain control characters.')
  .regex(/[^\s\p{Cf}]/u, 'Please enter a name for the mailbox.')

export const MailboxSettingsInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('read'), mailboxId: z.uuid() }),
  /** What is left out stays as it is. */
  z.strictObject({
    action: z.literal('save'),
    mailboxId: z.uuid(),
    name: MailboxName.optional(),
    /** How sure the sorter must be to move a mail. */
    threshold: z.number().min(lowestThreshold).max(highestThreshold).optional(),
    whenUnsure: WhenUnsure.optional(),
    keepKnownPeople: z.boolean().optional(),
    actOnFiled: z.boolean().optional(),
    askModel: z.boolean().optional(),
    /** For one day from now on, or not any more. */
    previewOnly: z.boolean().optional(),
  }),
  /** Looks now for mail that no notification told of, in place of within the next quarter of an hour. */
  z.strictObject({ action: z.literal('catch-up'), mailboxId: z.uuid() }),
])
export type MailboxSettingsInput = z.infer<typeof MailboxSettingsInput>

export const MailboxSettings = z.object({
  mailboxId: z.uuid(),
  name: z.string(),
  email_address: z.string(),
  threshold: z.number(),
  whenUnsure: WhenUnsure,
  /** Mail from people the user has written to stays in the inbox. Off: whom they have written to is neither read nor kept. */
  keepKnownPeople: z.boolean(),
  /** A folder's actions run, too, for mail that the user or a rule of Outlook's puts there, if it arrives after this was switched on (decision 3). */
  actOnFiled: z.boolean(),
  /** Whether the operator's language model may be told mail of this mailbox; null where there is none. */
  askModel: z.boolean().nullable(),
  /** Until then the sorter says where mail would go, and moves none; null: it sorts. */
  previewUntil: z.iso.datetime({ offset: true }).nullable(),
  /** Changed by `mail-webhook-management`. */
  realTime: z.boolean(),
  /** What Microsoft was asked for and granted, each in words; a permission that we have no words for as Microsoft calls it. */
  permissions: z.array(z.object({ scope: z.string(), words: z.string() })),
})
export type MailboxSettings = z.infer<typeof MailboxSettings>

export const MailboxSettingsOutput = z.union([
  z.object({ settings: MailboxSettings }),
  /** The catch-up is on its way; what it finds shows in the history. */
  z.object({ success: z.literal(true) }),
])
export type MailboxSettingsOutput = z.infer<typeof MailboxSettingsOutput>
