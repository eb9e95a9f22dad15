/** Policy values that several files of `server/sorting` share. */

export const messageMaxAttempts = 8
export const mailboxLeaseSeconds = 90
/** Of any explanation: the column takes no more, and a longer one would keep its email from being sorted. */
export const storedExplanationMaxLength = 500
/** Half of the parallel requests that Graph accepts, so that new mail is not delayed. */
export const trainingReadConcurrency = 2
/** The event loop is free after each piece: thousands of examples take more than a second. */
export const trainingExamplesBeforeYield = 50
export const bulkUndoClaimSeconds = 90
export const bulkUndoBatchSize = 20
export const backfillWindowSeconds = 600
