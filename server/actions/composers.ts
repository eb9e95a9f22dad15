import type { EmailComposers } from '../emails/email-content.ts'
import { composeAddressConfirmationEmail } from './forward-addresses/compose-address-confirmation-email.ts'

/** Emails that automated actions send. */
export const actionComposers = { 'forward-address': composeAddressConfirmationEmail } satisfies Partial<EmailComposers>
