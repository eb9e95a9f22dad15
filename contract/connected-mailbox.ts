import { z } from 'zod'

/** What a mail server may be unable to do: to move single emails, to store tags, and to send. */
const Ability = z.enum(['move', 'tag', 'send'])
export type Ability = z.infer<typeof Ability>

/** A connected mailbox as functions return it. `status`: 'active' or the code of the problem. */
export const Mailbox = z.object({
  id: z.uuid(),
  name: z.string(),
  email_address: z.string(),
  /** Where it is: absent in responses of former versions, which know Outlook only. */
  provider: z.enum(['microsoft', 'imap']).optional(),
  /** How its user signs in to it: with consent and a token that expires, or with a password. Absent as above. */
  sign_in: z.enum(['oauth', 'password']).optional(),
  /** Its emails have addresses on the web (`webLink`). */
  has_web_links: z.boolean().optional(),
  /** What its server cannot do. */
  unsupported: z.array(Ability).optional(),
  status: z.string(),
  folder_count: z.int(),
  /** Expiry of the access token, which is refreshed before. */
  expires_at: z.iso.datetime({ offset: true }).nullable(),
  has_webhook: z.boolean(),
  /** New mail is sorted, but found by a check every minute instead of change notifications. */
  polling: z.boolean(),
  /** It was in preview, or emails of a preview may wait. Absent as above. */
  has_preview: z.boolean().optional(),
  /** What waits for an answer is listed. Absent as above. */
  follows_up: z.boolean().optional(),
  /** A bulk undo runs. Absent as above. */
  is_undoing: z.boolean().optional(),
})
export type Mailbox = z.infer<typeof Mailbox>
