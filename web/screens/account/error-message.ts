import { ApiError } from '../../api/api-error.ts'
import { AuthFailure } from '../../api/auth-failure.ts'
import { t } from '../../texts/translate.ts'

/** The server's message for users, from a function call or the auth service; else a generic one. */
export function errorMessage(error: unknown): string {
  if (error instanceof AuthFailure && error.userMessage) return error.userMessage
  return error instanceof ApiError ? error.message : t('Please try again later.')
}
