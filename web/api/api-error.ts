import { ZodError } from 'zod'

/** A call that the server refused, or that never got an answer (`code` is then `unreachable`). */
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

/** Trying the same again cannot help. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429

/** Failures whose own words say what to do; "please try again" would mislead. */
const telling = new Set([
  'addon_change_pending',
  'addon_not_found',
  'addon_payment_declined',
  'addons_need_paid_plan',
  'admin_approval_required',
  'billing_not_configured',
  'billing_outcome_unknown',
  'billing_unavailable',
  'consent_incomplete',
  'folder_exists',
  'folder_name_invalid',
  'folder_name_too_long',
  'mailbox_disconnected',
  'mailbox_reauth_required',
  'mailbox_taken',
  'no_billing_customer',
  'no_changes',
  'outlook_not_configured',
  'plan_not_found',
  'real_time_off',
  'session_ended',
  'too_many_requests',
  'unauthorized',
])

/** @param usual the specification's words for this failure */
export const explain = (error: unknown, usual: string): string =>
  error instanceof ApiError && telling.has(error.code) ? error.message : usual

/** In words for people: what does not have the shape of an answer of ours (something on the way gave its own) is not spelled out. */
export function messageOf(error: unknown): string {
  if (error instanceof ZodError) return 'The server sent something unexpected. Please try again.'
  return error instanceof Error && error.message ? error.message : 'Please try again later.'
}
