import type { EmailComposers } from '../emails/email-content.ts'
import { composeHourlyLimitNotice } from './automatic-emails/compose-hourly-limit-notice.ts'
import { composeFileDestinationNotice } from './configuration/compose-file-destination-notice.ts'
import { composeFileDestinationSummary } from './configuration/compose-file-destination-summary.ts'
import { composeForwardAddressNotice } from './forward-addresses/compose-forward-address-notice.ts'
import { composeAddressConfirmationEmail } from './forward-addresses/compose-address-confirmation-email.ts'

/** Emails that automated actions send. */
export const actionComposers = {
  'forward-address': composeAddressConfirmationEmail,
  'forward-address-notice': composeForwardAddressNotice,
  'file-destination-notice': composeFileDestinationNotice,
  'file-destination-summary': composeFileDestinationSummary,
  'hourly-limit-notice': composeHourlyLimitNotice,
} satisfies Partial<EmailComposers>
