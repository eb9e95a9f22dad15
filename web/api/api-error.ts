import { ZodError } from 'zod'
import { t } from '../texts/translate.ts'

/** A failed call. `code` is the server's error code, or `unreachable` if there was no response; `status` is then 0. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly status: number

  constructor(code: string, status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.status = status
  }
}

/** Whether a retry of the same request cannot succeed. */
export const isPermanent = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429

/** Whether the server did not respond, so that the outcome is not known. */
export const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.code === 'unreachable'

/** Codes whose server message tells the user what to do. */
const selfExplanatoryCodes = new Set([
  'account_exists',
  'account_not_found',
  'addon_change_pending',
  'addon_not_found',
  'addon_payment_declined',
  'addons_need_paid_plan',
  'admin_approval_required',
  'backups_not_configured',
  'billing_not_configured',
  'billing_outcome_unknown',
  'billing_unavailable',
  'consent_incomplete',
  'folder_exists',
  'folder_name_invalid',
  'folder_name_refused',
  'folder_name_too_long',
  'imap_app_password_required',
  'imap_disabled',
  'imap_sign_in_refused',
  'imap_web_sign_in_required',
  'invalid_email',
  'invitations_closed',
  'last_operator',
  'limit_of_plan',
  'mailbox_at_other_server',
  'mailbox_disconnected',
  'mailbox_reauth_required',
  'mailbox_taken',
  'no_billing_customer',
  'no_changes',
  'outlook_not_configured',
  'own_account',
  'plan_not_found',
  'real_time_off',
  'session_ended',
  'too_many_requests',
  'unauthorized',
])

/** The server's message if it tells the user what to do, else the fallback. */
export const errorMessageOr = (error: unknown, fallback: string): string =>
  error instanceof ApiError && selfExplanatoryCodes.has(error.code) ? error.message : fallback

/** A response of a valid shape that does not fit the request. */
export const unexpectedResponse = (): ApiError =>
  new ApiError('unexpected_answer', 0, t('The server sent an unexpected response. Please try again.'))

/** A readable message. Schema errors (e.g. a proxy answered instead of the server) are not spelled out. */
export function messageOf(error: unknown): string {
  if (error instanceof ZodError) return t('The server sent something unexpected. Please try again.')
  return error instanceof Error && error.message ? error.message : t('Please try again later.')
}
