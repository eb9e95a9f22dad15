import { z } from 'zod'
import { emailKinds } from '../email-kinds.ts'
import { maxTidyUpMessagesPerCall } from '../limits.ts'

const mailboxId = z.uuid('Give the id of a mailbox.')
/** The emails are some of their sender's or list's, as in a mixed group: nothing is learned about the sender. */
const isPart = z.boolean().default(false)
const messageIds = z.string().min(1).max(500).array().min(1).max(maxTidyUpMessagesPerCall)

/** Groups the inbox of the last days, and files or leaves what the user confirms. Without a language model. */
export const TidyUpInput = z.discriminatedUnion('action', [
  /** Reads one page of the inbox, newest first; nothing is stored. */
  z.strictObject({
    action: z.literal('scan'),
    mailboxId,
    /** `next` of the former page; null for the first one. */
    from: z.string().max(100).nullable(),
  }),
  /** Learns at once that such emails belong in the folder; moves them where `move` is true, in the background. */
  z.strictObject({
    action: z.literal('file'),
    mailboxId,
    folderId: z.uuid('Give the id of a folder.'),
    messageIds,
    isPart,
    move: z.boolean(),
  }),
  /** Learns at once that such emails stay in the inbox. */
  z.strictObject({ action: z.literal('leave'), mailboxId, messageIds, isPart }),
  /** Retracts what a press has taught, and moves its emails back to the inbox, in the background. */
  z.strictObject({ action: z.literal('undo'), mailboxId, pressId: z.uuid('Give the id of a press.') }),
  /** The presses of the last day, newest first. */
  z.strictObject({ action: z.literal('status'), mailboxId }),
])
export type TidyUpInput = z.infer<typeof TidyUpInput>

export const TidyUpEmail = z.object({
  messageId: z.string(),
  /** Null where the email has no sender. */
  address: z.string().nullable(),
  name: z.string().nullable(),
  /** The value of `List-Id`; null where the email comes from no list. */
  list: z.string().nullable(),
  subject: z.string().nullable(),
  receivedAt: z.iso.datetime({ offset: true }),
  /** Null where the email is of none of the kinds. */
  kind: z.enum(emailKinds).nullable(),
  /** The folder that fits best; null where none does. */
  folderId: z.uuid().nullable(),
  /** That sorting would file it into the folder now. */
  isSure: z.boolean(),
})
export type TidyUpEmail = z.infer<typeof TidyUpEmail>

/** One press of File or Leave. */
export const TidyUpPress = z.object({
  id: z.uuid(),
  /** Null: left in the inbox. */
  folderId: z.uuid().nullable(),
  emails: z.int(),
  /** Moved so far; 0 where the press moves nothing. */
  moved: z.int(),
  /** Left where they are: the user moved or deleted them meanwhile, or Outlook refused. */
  notMoved: z.int(),
  state: z.enum(['running', 'done', 'undoing', 'undone']),
})
export type TidyUpPress = z.infer<typeof TidyUpPress>

export const TidyUpOutput = z.union([
  z.object({
    /**
     * Not among them: emails that stay by their kind (codes, sign-in links, security notices), those whose sender or
     * list the user has left in the inbox, and those that a press is moving.
     */
    emails: TidyUpEmail.array(),
    /** Emails that this page read. */
    read: z.int(),
    /** Emails of the last days in the inbox, `maxTidyUpEmails` at most. */
    total: z.int(),
    next: z.string().nullable(),
    /** Folders without instructions whose name says nothing to the classifier: they need a sentence or examples. */
    unknownFolderIds: z.uuid().array(),
  }),
  z.object({ presses: TidyUpPress.array() }),
])
export type TidyUpOutput = z.infer<typeof TidyUpOutput>
