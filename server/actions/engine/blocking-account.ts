import type { RunReason } from '../../../contract/action-runs.ts'
import { fileProviderOf } from '../../../contract/actions.ts'
import type { RunAccount } from '../../shared/blocked-runs.ts'

const serviceReasons: readonly RunReason[] = ['not_connected', 'connection_needs_sign_in', 'permission_missing']

/**
 * The account that the user has to sign in to before a failed run can succeed; null where the failure has another
 * cause. For failures that do not name the account themselves, as the errors of calls do.
 */
export function blockingAccount(type: string, reason: RunReason): RunAccount | null {
  if (reason === 'mailbox_needs_sign_in' || reason === 'sending_not_allowed') return 'mailbox'
  if (!serviceReasons.includes(reason)) return null
  return fileProviderOf(type)
}
