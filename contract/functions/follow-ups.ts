import { z } from 'zod'

const followUpId = z.uuid('Give the id of an email that waits for an answer.')

/** What waits for an answer, of another person or of the user, in mailboxes with follow-up. */
export const FollowUpsInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('list') }),
  /** Lists the email no more; a newer one of its conversation is listed again. */
  z.strictObject({ action: z.literal('dismiss'), followUpId }),
  /** Takes back `dismiss`. */
  z.strictObject({ action: z.literal('restore'), followUpId }),
  /** Reads where the email opens in the browser. */
  z.strictObject({ action: z.literal('open'), followUpId }),
])
export type FollowUpsInput = z.infer<typeof FollowUpsInput>

export const FollowUp = z.object({
  id: z.uuid(),
  /** `sent`: the user waits for an answer. `question`: a known person does. */
  state: z.enum(['sent', 'question']),
  mailboxId: z.uuid(),
  /** The other person. */
  address: z.string(),
  name: z.string().nullable(),
  subject: z.string().nullable(),
  at: z.iso.datetime({ offset: true }),
})
export type FollowUp = z.infer<typeof FollowUp>

/** Newest first, of each state at most a hundred. */
export const FollowUpList = z.object({ followUps: z.array(FollowUp) })
/** Null where the mailbox has no such links. */
export const FollowUpLink = z.object({ webLink: z.url().nullable() })

export const FollowUpsOutput = z.union([FollowUpList, FollowUpLink, z.object({ success: z.literal(true) })])
