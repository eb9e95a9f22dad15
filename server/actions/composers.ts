import type { EmailComposers } from '../emails/email-content.ts'
import { composeForwardAddressNotice } from './forward-addresses/compose-forward-address-notice.ts'
import { composeAddressConfirmationEmail } from './forward-addresses/compose-address-confirmation-email.ts'

/** Emails that automated actions send. */
export const actionComposers = {
  'forward-address': composeAddressConfirmationEmail,
  'forward-address-notice': composeForwardAddressNotice,
} satisfies Partial<EmailComposers>
