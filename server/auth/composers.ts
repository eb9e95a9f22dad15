import type { EmailComposers } from '../emails/email-content.ts'
import { composeChangeEmail } from './tokens/compose-change-email.ts'
import { composeLinkEmail } from './tokens/compose-link-email.ts'
import { composeNoticeEmail } from './emails/compose-notice-email.ts'

/** Composers of all account emails. */
export const accountComposers = {
  'account-link': (ctx, payload) => {
    const { purpose } = payload
    switch (purpose) {
      case 'email_change_current':
      case 'email_change_new':
      case 'reauthentication':
        return composeChangeEmail(ctx, { ...payload, purpose })
      default:
        return composeLinkEmail(ctx, { ...payload, purpose })
    }
  },
  'account-notice': composeNoticeEmail,
} satisfies Partial<EmailComposers>
