/**
 * Actions of this module in the audit log. Other modules add theirs through `shared/audit-log.ts`. The page has a text
 * for each.
 */
export type AuthAction =
  | 'signed_up'
  | 'signed_in'
  | 'sign_in_failed'
  | 'second_step_passed'
  | 'second_step_failed'
  | 'signed_out'
  | 'session_ended'
  | 'refresh_token_reused'
  | 'password_changed'
  | 'email_change_requested'
  | 'email_changed'
  | 'recovery_requested'
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'data_exported'
  | 'changed_by_operator'
