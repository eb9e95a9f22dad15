/** Policy values that several files of `server/billing` share. */

/** Failures after which the operator is alerted. */
export const billingAlertAfterAttempts = 8
