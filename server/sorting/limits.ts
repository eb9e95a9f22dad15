/** Policy values that several files of `server/sorting` share. */

export const messageMaxAttempts = 8
export const mailboxLeaseSeconds = 90
/** Of any explanation: the column takes no more, and a longer one would keep its email from being sorted. */
export const storedExplanationMaxLength = 500
/** Of the newest mail of a folder that training reads. */
export const trainingMaxMessagesPerFolder = 200
/** How far back the check for moves by hand looks where it begins. */
export const manualMoveLookbackMs = 30 * 24 * 60 * 60_000
/** Half of the parallel requests that Graph accepts, so that new mail is not delayed. */
export const trainingReadConcurrency = 2
/** The event loop is free after each piece: thousands of examples take more than a second. */
export const trainingExamplesBeforeYield = 50
export const bulkUndoClaimSeconds = 90
export const backfillWindowSeconds = 600
