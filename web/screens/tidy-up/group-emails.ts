import type { TidyUpEmail } from '../../../contract/functions/tidy-up.ts'
import {
  type EmailGroup as EmailGroupOf,
  groupEmails,
  samplesOf,
  senderOf,
} from '../../../packages/classifier/group-emails.ts'

/** Emails that one press files or leaves. */
export type EmailGroup = EmailGroupOf<TidyUpEmail>
export { groupEmails, samplesOf, senderOf }
