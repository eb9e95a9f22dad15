import { pausedCode, VendorError } from '../../vendors/http/vendor-error.ts'

/** The vendor of errors that no provider of mailboxes has returned. */
export const mailboxVendor = 'mailbox'

/** The error of a call that is not made because the mailbox is paused. Callers treat it like a 429. */
export const pausedError = (waitMs: number): VendorError => new VendorError(mailboxVendor, 429, pausedCode, waitMs)
