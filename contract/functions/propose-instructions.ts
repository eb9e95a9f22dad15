import { z } from 'zod'
import { instructionsMaxLength } from '../limits.ts'

const mailboxId = z.uuid('Must be the id of a mailbox.')
const folderId = z.uuid('Must be the id of a folder.')

/** What the server would write as instructions of folders that have none, from the mail that lies in them. */
export const ProposeInstructionsInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('list'), mailboxId }),
  /** Fills the folders' instructions with these words, as proposed or edited; a folder that has some by now keeps them. */
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
  /** Mails of the folder that were looked at, and how many of them the classifier found again without having learned from them. */
  mails: z.int(),
  foundAgain: z.int(),
})
export type ProposedInstructions = z.infer<typeof ProposedInstructions>

export const ProposeInstructionsOutput = z.object({
  /** Of folders that are sorted into and have no instructions, in the order of their names. */
  proposals: ProposedInstructions.array(),
})
export type ProposeInstructionsOutput = z.infer<typeof ProposeInstructionsOutput>
