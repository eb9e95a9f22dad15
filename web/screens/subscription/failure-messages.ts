import { ApiError, errorMessageOr } from '../../api/api-error.ts'
import { toastError } from '../../lib/toast.ts'

interface FailureMessages {
  /** The server returned an error. */
  refused: { title: string; text: string }
  /** No response, or an invalid one. */
  failed: { title: string; text: string }
}

export const checkoutFailure: FailureMessages = {
  refused: { title: 'Checkout error', text: 'Failed to create checkout session' },
  failed: {
    title: 'Checkout failed',
    text: 'We encountered an issue while setting up your checkout. Please try again.',
  },
}
const addonsText = 'Failed to update add-ons. Please try again.'
export const addonsFailure: FailureMessages = {
  refused: { title: 'Add-on update error', text: addonsText },
  failed: { title: 'Add-on update failed', text: addonsText },
}
const portalText = 'Failed to open subscription management portal.'
export const portalFailure: FailureMessages = {
  refused: { title: 'Portal access error', text: portalText },
  failed: { title: 'Portal access failed', text: portalText },
}

/** Shows the server's message if it tells the user what to do, else the generic one. */
export function toastFailure(error: unknown, { refused, failed }: FailureMessages): void {
  if (error instanceof ApiError && error.status > 0) toastError(refused.title, errorMessageOr(error, refused.text))
  else toastError(failed.title, failed.text)
}

/** Shows the server's message, or `unexpected` if there was no valid response. */
export function toastLoadFailure(error: unknown, title: string, unexpected: string): void {
  if (error instanceof ApiError && error.status > 0) toastError(title, error.message)
  else toastError('Unexpected error', unexpected)
}
