import { z } from 'zod'
import { instructionsMaxLength } from '../limits.ts'
import { DecidedBy, DecisionBasis } from '../reasons.ts'
import { Place } from './preview-sorting.ts'

/**
 * Decides about the latest emails of the mailbox with unsaved instructions of a folder. Reads sender, subject and
 * excerpt from the mailbox; stores nothing and moves nothing.
 */
export const PreviewInstructionsInput = z.strictObject({
  mailboxId: z.uuid('Must be the id of a mailbox.'),
  folderId: z.uuid('Must be the id of a folder.'),
  instructions: z.string('Expected a text.').max(instructionsMaxLength),
})
export type PreviewInstructionsInput = z.infer<typeof PreviewInstructionsInput>

export const RecentEmail = z.object({
  /** Outlook's immutable id. */
  messageId: z.string(),
  subject: z.string().nullable(),
  from: z.string().nullable(),
  receivedAt: z.iso.datetime({ offset: true }),
  /** With the saved instructions, and with the new ones. */
  before: Place,
  after: Place,
  /** Who decides with the new instructions. */
  by: DecidedBy,
  /** `instructions` with `by: condition`: a sender that the instructions of a folder name. */
  basis: DecisionBasis.nullable(),
})
export type RecentEmail = z.infer<typeof RecentEmail>

export const PreviewInstructionsOutput = z.object({
  /** Emails that were read: at most `maxPreviewedMessages`. */
  looked: z.int(),
  /** Emails that share a word with the new instructions. */
  matched: z.int(),
  /** Into the folder and out of it, newest first; without emails that are in the folder already. */
  into: RecentEmail.array(),
  outOf: RecentEmail.array(),
  /** From another folder to the user's review, and emails that the review newly offers for this folder first. */
  toReview: RecentEmail.array(),
  /** Sorted into the folder with the saved and the new instructions. */
  stays: RecentEmail.array(),
  /** The best matches among the emails that would not be sorted into the folder; at most `maxClosestEmails`. */
  closest: RecentEmail.array(),
})
export type PreviewInstructionsOutput = z.infer<typeof PreviewInstructionsOutput>
