import type { TidyUpEmail } from '../../../contract/functions/tidy-up.ts'
import { type EmailGroup as EmailGroupOf, groupEmails, senderOf } from '../../../packages/classifier/group-emails.ts'

/** Emails that one press files or leaves. */
export type EmailGroup = EmailGroupOf<TidyUpEmail>
export { groupEmails, senderOf }
