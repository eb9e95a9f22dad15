import { ApiError, explain } from '../../api/api-error.ts'
import { toastError } from '../../lib/toast.ts'

interface Words {
  /** Where the server refused. */
  refused: { title: string; text: string }
  /** Where no answer came, or none that could be used. */
  failed: { title: string; text: string }
}

/** Specification §8 "Billing": a pair of toasts for each of the three ways out of the page. */
export const checkoutFailure: Words = {
  refused: { title: 'Checkout error', text: 'Failed to create checkout session' },
  failed: {
    title: 'Checkout failed',
    text: 'We encountered an issue while setting up your checkout. Please try again.',
  },
}
const addonsText = 'Failed to update add-ons. Please try again.'
export const addonsFailure: Words = {
  refused: { title: 'Add-on update error', text: addonsText },
  failed: { title: 'Add-on update failed', text: addonsText },
}
const portalText = 'Failed to open subscription management portal.'
export const portalFailure: Words = {
  refused: { title: 'Portal access error', text: portalText },
  failed: { title: 'Portal access failed', text: portalText },
}

/** The server's own words where they say what to do, else the usual ones. */
export function toastFailure(error: unknown, { refused, failed }: Words): void {
  if (error instanceof ApiError && error.status > 0) toastError(refused.title, explain(error, refused.text))
  else toastError(failed.title, failed.text)
}

/** Lists that could not be read: what the server says, or that something unexpected came instead. */
export function toastLoadFailure(error: unknown, title: string, unexpected: string): void {
  if (error instanceof ApiError && error.status > 0) toastError(title, error.message)
  else toastError('Unexpected error', unexpected)
}
