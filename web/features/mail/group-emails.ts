import type { TidyUpEmail } from '../../../contract/functions/tidy-up.ts'
import {
  type EmailGroup as EmailGroupOf,
  groupEmails,
  largestFirst,
  samplesOf,
  senderOf,
} from '../../../packages/classifier/group-emails.ts'

/** Emails that one press files or leaves. */
export type EmailGroup<Email extends TidyUpEmail = TidyUpEmail> = EmailGroupOf<Email>
export { groupEmails, largestFirst, samplesOf, senderOf }
