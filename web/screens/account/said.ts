import { ApiError } from '../../api/api-error.ts'
import { AuthFailure } from '../../api/auth-failure.ts'

/** What the server said about a refusal, by whichever protocol; where it said nothing fit for people, that trying again may help. */
export function said(error: unknown): string {
  if (error instanceof AuthFailure && error.said) return error.said
  return error instanceof ApiError ? error.message : 'Please try again later.'
}
