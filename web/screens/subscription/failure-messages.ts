import { ApiError, errorMessageOr } from '../../api/api-error.ts'
import { toastError } from '../../lib/toast.ts'
import { t, text } from '../../texts/translate.ts'

interface FailureMessages {
  /** The server returned an error. */
  refused: { title: string; text: string }
  /** No response, or an invalid one. */
  failed: { title: string; text: string }
}

export const checkoutFailure: FailureMessages = {
  refused: { title: text('Checkout error'), text: text('Failed to create checkout session') },
  failed: {
    title: text('Checkout failed'),
    text: text('We encountered an issue while setting up your checkout. Please try again.'),
  },
}
const addonsText = text('Failed to update add-ons. Please try again.')
export const addonsFailure: FailureMessages = {
  refused: { title: text('Add-on update error'), text: addonsText },
  failed: { title: text('Add-on update failed'), text: addonsText },
}
const portalText = text('Failed to open subscription management portal.')
export const portalFailure: FailureMessages = {
  refused: { title: text('Portal access error'), text: portalText },
  failed: { title: text('Portal access failed'), text: portalText },
}

/** Shows the server's message if it tells the user what to do, else the generic one. */
export function toastFailure(error: unknown, { refused, failed }: FailureMessages): void {
  if (error instanceof ApiError && error.status > 0)
    toastError(t(refused.title), errorMessageOr(error, t(refused.text)))
  else toastError(t(failed.title), t(failed.text))
}

/** Shows the server's message, or `unexpected` if there was no valid response. */
export function toastLoadFailure(error: unknown, title: string, unexpected: string): void {
  if (error instanceof ApiError && error.status > 0) toastError(title, error.message)
  else toastError(t('Unexpected error'), unexpected)
}
