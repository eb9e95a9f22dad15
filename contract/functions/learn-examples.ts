import { z } from 'zod'

const maxExamplesPerCall = 10

const examples = {
  mailboxId: z.uuid('Must be the id of a mailbox.'),
  folderId: z.uuid('Must be the id of a folder.'),
  messageIds: z.string().min(1).max(500).array().min(1).max(maxExamplesPerCall),
}

/** Emails that the user picks as examples of a folder. Each action can be repeated. */
export const LearnExamplesInput = z.discriminatedUnion('action', [
  /** Learns as from a correction, and leaves the emails where they are. */
  z.strictObject({ action: z.literal('learn'), ...examples }),
  /** Moves the emails into the folder. */
  z.strictObject({ action: z.literal('move'), ...examples }),
  /** Deletes what the picks have taught; other corrections stay. */
  z.strictObject({ action: z.literal('take-back'), ...examples }),
])
export type LearnExamplesInput = z.infer<typeof LearnExamplesInput>

export const LearnExamplesOutput = z.object({
  outcomes: z
    .object({
      messageId: z.string(),
      /**
       * `waiting`: Outlook does not respond, the email is moved as soon as it does. `gone`: deleted or moved meanwhile.
       * `busy`: being sorted or moved right now.
       */
      outcome: z.enum(['done', 'waiting', 'gone', 'busy']),
    })
    .array(),
})
export type LearnExamplesOutput = z.infer<typeof LearnExamplesOutput>
