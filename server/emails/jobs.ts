import type { JobHandlers } from '../jobs/handlers.ts'
import type { EmailComposers } from './composers.ts'
import { lookAfterEmails, sendEmail } from './send-email.ts'

/** @param composers what each feature says in its e-mails */
export const emailJobs = (composers: EmailComposers) =>
  ({ 'send-email': sendEmail(composers), 'look-after-emails': lookAfterEmails }) satisfies Partial<JobHandlers>
