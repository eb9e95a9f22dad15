import type { EmailComposers } from '../../emails/composers.ts'
import { composeLink } from './compose-link.ts'
import { composeNotice } from './compose-notice.ts'

/** What the account service writes to people. */
export const accountComposers = {
  'account-link': composeLink,
  'account-notice': composeNotice,
} satisfies EmailComposers
