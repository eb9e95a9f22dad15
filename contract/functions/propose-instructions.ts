import { z } from 'zod'
import { instructionsMaxLength } from '../limits.ts'

const mailboxId = z.uuid('Must be the id of a mailbox.')
const folderId = z.uuid('Must be the id of a folder.')

/** Instructions that the server proposes for folders without any, based on their messages. */
export const ProposeInstructionsInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('list'), mailboxId }),
  /** Saves the instructions as proposed or edited; folders that have some by now keep them. */
  z.strictObject({
    action: z.literal('accept'),
    mailboxId,
    accepted: z
      .strictObject({ folderId, instructions: z.string().trim().min(1).max(instructionsMaxLength) })
      .array()
      .min(1)
      .max(200),
  }),
  /** Not proposed again for this folder. */
  z.strictObject({ action: z.literal('dismiss'), mailboxId, folderId }),
])
export type ProposeInstructionsInput = z.infer<typeof ProposeInstructionsInput>

export const ProposedInstructions = z.object({
  folderId: z.uuid(),
  /** One sentence of addresses, domains, lists and single words. */
  instructions: z.string(),
  /**
   * Sampled messages of the folder, and how many of them the classifier recognized without having learned from them.
   */
  mails: z.int(),
  foundAgain: z.int(),
})
export type ProposedInstructions = z.infer<typeof ProposedInstructions>

export const ProposeInstructionsOutput = z.object({
  /** Active folders without instructions, by name. */
  proposals: ProposedInstructions.array(),
})
export type ProposeInstructionsOutput = z.infer<typeof ProposeInstructionsOutput>
