import { hasCode, authErrorMessage } from '../api/auth-failure.ts'
import { PasskeyUnavailable } from '../api/second-step.ts'
import { t, text } from '../texts/translate.ts'

const rejectedMessages = {
  digits: text('This code is wrong. Enter the one your app shows now.'),
  letters: text('This is not one of your recovery codes, or it was used before.'),
  passkey: text('This passkey was not accepted. Please try again, or use another way.'),
}

/** Error message for a failed second step. */
export function secondStepErrorMessage(error: unknown, method: keyof typeof rejectedMessages): string {
  if (error instanceof PasskeyUnavailable)
    return t('Your browser did not confirm the passkey. Please try again, or use another way.')
  if (hasCode(error, 'mfa_verification_failed', 'mfa_verification_rejected')) return t(rejectedMessages[method])
  if (hasCode(error, 'mfa_challenge_expired', 'mfa_ip_address_mismatch'))
    return t('That took too long, or your connection has changed. Please try again.')
  if (hasCode(error, 'over_request_rate_limit')) return t('Too many attempts. Please wait a minute, then try again.')
  if (hasCode(error, 'mfa_factor_not_found')) return t('This was switched off. Please use another way.')
  return authErrorMessage(error, t('That did not work. Please try again.'))
}
