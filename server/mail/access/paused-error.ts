import { pausedCode, VendorError } from '../../vendors/http/vendor-error.ts'

/** The error of a call that is not made because the mailbox is paused. Callers treat it like a 429. */
export const pausedError = (waitMs: number): VendorError => new VendorError('graph', 429, pausedCode, waitMs)
