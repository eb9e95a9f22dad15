import type { EmailComposers } from '../emails/composers.ts'
import { composeForwardAddress } from './forward-addresses/compose-forward-address.ts'

/** What automated actions write to people. */
export const actionComposers = { 'forward-address': composeForwardAddress } satisfies Partial<EmailComposers>
