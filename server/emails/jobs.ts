import type { JobHandlers } from '../jobs/job-handlers.ts'
import type { EmailComposers } from './email-content.ts'
import { reconcileEmails, sendEmail } from './send-email.ts'

/** @param composers by kind, collected from the modules in `compose.ts` */
export const emailJobs = (composers: EmailComposers) =>
  ({ 'send-email': sendEmail(composers), 'reconcile-emails': reconcileEmails }) satisfies Partial<JobHandlers>
