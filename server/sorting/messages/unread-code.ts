import { securityFinding } from '../../../packages/classifier/classifier.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { toMailToSort } from './mail-to-sort.ts'

/** A code, a sign-in link or a one-time password that the user has not read: nothing may take it out of sight. */
export const isUnreadCode = (message: Message): boolean =>
  !message.isRead && securityFinding(toMailToSort(message))?.kind === 'code'
