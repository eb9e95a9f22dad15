import type { EmailComposers } from '../../emails/composers.ts'
import { composeChange } from './compose-change.ts'
import { composeLink } from './compose-link.ts'
import { composeNotice } from './compose-notice.ts'

/** What the account service writes to people. */
export const accountComposers = {
  'account-link': (ctx, payload) => {
    const { purpose } = payload
    switch (purpose) {
      case 'email_change_current':
      case 'email_change_new':
      case 'reauthentication':
        return composeChange(ctx, { ...payload, purpose })
      default:
        return composeLink(ctx, { ...payload, purpose })
    }
  },
  'account-notice': composeNotice,
} satisfies Partial<EmailComposers>
